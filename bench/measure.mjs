// Times side by side, and what they say: medians, spreads, ratios.

/**
 * Runs every side once a round. The order turns from round to round, so that nobody always runs after the same other,
 * and whatever the machine does meanwhile hits all of them alike.
 */
export const interleave = async (sides, {rounds, warmUps = 2}) => {
	const names = Object.keys(sides);
	const times = Object.fromEntries(names.map(name => [name, []]));
	for (let round = -warmUps; round < rounds; round++) {
		for (const at of names.keys()) {
			const name = names[(at + round + warmUps) % names.length];
			const time = await sides[name]();
			if (round >= 0) times[name].push(time);
		}
	}
	return times;
};

const quantile = (sorted, part) => {
	const at = (sorted.length - 1) * part;
	const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
	return below + (above - below) * (at - Math.floor(at));
};

const summaryOf = times => {
	const sorted = [...times].sort((a, b) => a - b);
	return {median: quantile(sorted, 0.5), low: quantile(sorted, 0.1), high: quantile(sorted, 0.9)};
};

const MS = {unit: 'ms', digits: 0};

/** One line of the table: a ratio. Without a limit it is for information. */
export const rowOf = ({figure, against, baseline, subject, limit, ...how}) => {
	const [base, own] = [summaryOf(baseline), summaryOf(subject)];
	return {...MS, ...how, figure, against, rounds: subject.length, base, own, ratio: own.median / base.median, limit};
};

/** A figure that stands for itself, such as a part of a core; `part` is which of the values counts (the median). */
export const absoluteRow = ({figure, values, limit, part = 0.5, ...how}) => {
	const own = summaryOf(values);
	const counts = quantile(
		[...values].sort((a, b) => a - b),
		part,
	);
	return {...MS, ...how, figure, rounds: values.length, own, counts, limit};
};

const spread = ({median, low, high}, digits) =>
	`${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;

/** What is compared with the limit, the ratio or the figure itself. */
const judged = ({ratio, counts}) => ratio ?? counts;

const cellsOf = row => {
	const {figure, against = '', rounds, base, own, unit, digits, ratio, counts, limit, failed} = row;
	if (failed !== undefined) return [figure, '', '', '', '', '', '', `failed: ${failed}`];
	const verdict = limit !== undefined && judged(row) > limit ? 'over' : '';
	return [
		figure,
		against,
		`${rounds}`,
		base === undefined ? '' : spread(base, digits),
		`${spread(own, digits)} ${unit}`,
		(ratio ?? counts).toFixed(ratio === undefined ? digits : 2),
		limit === undefined ? '' : `${limit}`,
		verdict,
	];
};

const HEADER = ['figure', 'baseline', 'rounds', 'baseline', 'squad', 'counts', 'limit', ''];

/** Medians (p10–p90); what counts is the ratio, or without a baseline the figure itself. */
export const tableOf = rows => {
	const lines = [HEADER, ...rows.map(cellsOf)];
	const widths = HEADER.map((_, column) => Math.max(...lines.map(line => line[column].length)));
	const print = line =>
		line
			.map((cell, column) =>
				column < 2 ? cell.padEnd(widths[column]) : cell.padStart(column < 7 ? widths[column] : 0),
			)
			.join('  ')
			.trimEnd();
	return `${lines.map(print).join('\n')}\n`;
};

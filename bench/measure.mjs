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

/** One line of the table. Without a limit it is for information. */
export const rowOf = ({figure, against, baseline, subject, limit}) => {
	const [base, own] = [summaryOf(baseline), summaryOf(subject)];
	return {figure, against, rounds: subject.length, base, own, ratio: own.median / base.median, limit};
};

const spread = ({median, low, high}) => `${median.toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)})`;

const cellsOf = ({figure, against, rounds, base, own, ratio, limit, failed}) =>
	failed === undefined
		? [
				figure,
				against,
				`${rounds}`,
				spread(base),
				spread(own),
				ratio.toFixed(2),
				limit === undefined ? '' : limit.toFixed(1),
				limit !== undefined && ratio > limit ? 'over' : '',
			]
		: [figure, '', '', '', '', '', '', `failed: ${failed}`];

const HEADER = ['figure', 'baseline', 'rounds', 'baseline ms', 'squad ms', 'ratio', 'limit', ''];

/** Milliseconds as median (p10–p90). */
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

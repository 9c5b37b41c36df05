/** A stretch of a line's visible text: from this character up to, not including, that one. */
export type Span = readonly [from: number, to: number];

/** In order, and those that overlap made one. PURE. */
export const merged = (spans: readonly Span[]): readonly Span[] => {
	if (spans.length < 2) {
		return spans;
	}
	const done: Span[] = [];
	for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
		const last = done.at(-1);
		if (last !== undefined && from <= last[1]) {
			done[done.length - 1] = [last[0], Math.max(last[1], to)];
		} else {
			done.push([from, to]);
		}
	}
	return done;
};

/**
 * Adds the spans that a search makes of its matches; the search goes on behind each. (`matchAll` would make a new
 * expression every time, which takes longer than the search itself.)
 */
export const addSpans = (
	spans: Span[],
	expression: RegExp,
	text: string,
	spanOf: (match: RegExpExecArray) => Span | undefined,
): void => {
	expression.lastIndex = 0;
	for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
		const span = spanOf(match);
		if (span !== undefined) {
			spans.push(span);
			expression.lastIndex = Math.max(span[1], expression.lastIndex);
		}
	}
};

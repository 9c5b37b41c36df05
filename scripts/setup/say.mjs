/** Always standard error: standard output belongs to the program that starts next. */
export const say = line => {
	process.stderr.write(`squad: ${line}\n`);
};

/** One line per piece of work; on a terminal it counts the seconds. */
export const whileSaying = async (label, work) => {
	if (!process.stderr.isTTY) {
		say(`${label} …`);
		return work();
	}
	const start = Date.now();
	const show = end =>
		process.stderr.write(`\r\x1b[Ksquad: ${label} … ${Math.round((Date.now() - start) / 1000)} s${end}`);
	show('');
	const timer = setInterval(show, 1000, '');
	try {
		return await work();
	} finally {
		clearInterval(timer);
		show('\n');
	}
};

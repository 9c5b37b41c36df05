// The smallest Ink program, from the same bundled Ink that squad uses: one line, which counts key presses.
const {join} = require('node:path');
const ink = require(join(process.env.SQUAD_BENCH_DIST || join(__dirname, '../dist'), 'vendor/ink.cjs'));
const {render, Text, useInput, createElement, useState, yogaReady} = ink;

const Line = () => {
	const [count, set] = useState(0);
	useInput(input => (input === 'q' ? process.exit(0) : set(count + 1)));
	return createElement(Text, null, `ready ${count}`);
};

yogaReady.then(() => render(createElement(Line)));

/** The npm that started us, if one did: `yarn start` sets the same variable to itself. */
export const npm = () => {
	const path = process.env.npm_execpath ?? '';
	return path.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
};

/** The first two numbers of what `--version` prints; undefined for builds without one, such as `tmux master`. */
const parseVersion = text => {
	const found = /(\d+)\.(\d+)/.exec(text);
	return found ? [Number(found[1]), Number(found[2])] : undefined;
};

/** An unknown version counts as new: only people who build a program themselves have one. */
const isOlder = (text, needed) => {
	const version = parseVersion(text);
	return Boolean(version) && (version[0] < needed[0] || (version[0] === needed[0] && version[1] < needed[1]));
};

module.exports = {isOlder, parseVersion};

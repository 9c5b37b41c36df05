import {homedir, userInfo} from 'node:os';
import {expect, test} from 'vitest';

test('no test sees the home, the git configuration or the tmux server of the user', () => {
	expect(homedir()).not.toBe(userInfo().homedir);
	expect(process.env).toMatchObject({GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1'});
	expect(process.env.TMUX_TMPDIR).toMatch(/squad-/);
	const surroundings = /^(TMUX(_PANE)?|SQUAD_.*|CLAUDE.*|GIT_(?!CONFIG_(GLOBAL|NOSYSTEM)$).*|XDG_.*)$/;
	expect(Object.keys(process.env).filter(name => surroundings.test(name))).toEqual([]);
});

import {expect, test} from 'vitest';
// @ts-expect-error plain JavaScript
import {installFor} from '../../../scripts/setup/package-managers.mjs';

type Rights = {isRoot?: boolean; canSudo?: boolean};

const install = (programs: string, {isRoot = false, canSudo = false}: Rights = {}) =>
	installFor('tmux', {has: (name: string) => programs.split(' ').includes(name), isRoot, canSudo});

const linesOf = ({attempts}: {attempts?: string[][]}) => attempts?.map(command => command.join(' '));

test.each([
	['dnf', 'dnf install -y tmux'],
	['yum', 'yum install -y tmux'],
	['pacman', 'pacman -S --noconfirm --needed tmux'],
	['zypper', 'zypper --non-interactive install tmux'],
	['apk', 'apk add --no-cache tmux'],
])('%s installs at once as root, and with sudo when that asks for nothing', (manager, line) => {
	expect(linesOf(install(manager, {isRoot: true}))).toEqual([line]);
	expect(linesOf(install(`${manager} sudo`, {canSudo: true}))).toEqual([`sudo -n ${line}`]);
});

test('apt-get asks nothing and tries again with a fresh list of packages', () => {
	const apt = 'env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120';
	const lines = [`${apt} install -y tmux`, `${apt} update`, `${apt} install -y tmux`];
	expect(linesOf(install('apt-get', {isRoot: true}))).toEqual(lines);
	expect(linesOf(install('apt-get sudo', {canSudo: true}))).toEqual(lines.map(line => `sudo -n ${line}`));
});

test.each([
	['a password is needed', 'apt-get sudo', {}, 'sudo apt-get install -y tmux'],
	['there is no sudo', 'apk', {}, "su -c 'apk add --no-cache tmux'"],
	['brew would refuse root', 'brew', {isRoot: true}, 'brew install tmux'],
])('only says the command when %s', (_reason, programs, rights, advice) => {
	expect(install(programs, rights)).toEqual({advice, attempts: undefined});
});

test('brew needs no password, so it is used where the system’s own would ask for one', () => {
	expect(linesOf(install('brew'))).toEqual(['brew install tmux']);
	expect(linesOf(install('apt-get brew sudo'))).toEqual(['brew install tmux']);
	expect(install('apt-get brew sudo', {canSudo: true}).advice).toBe('sudo apt-get install -y tmux');
});

test('knows nothing to say on a system without a package manager that it knows', () => {
	expect(install('emerge', {isRoot: true})).toBeUndefined();
});

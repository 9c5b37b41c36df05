import {expect, test} from 'vitest';
import {isAbsentRef} from '../../../src/git/absent-ref.ts';
import {lab} from '../../support/lab.ts';

const REF = 'refs/squad/x/stash';

test('a ref is absent until it is there, also when git has packed it, and again when it is gone', async () => {
	await using here = await lab();
	expect(isAbsentRef(here.repo, REF)).toBe(true);
	await here.git('update-ref', REF, 'HEAD');
	expect(isAbsentRef(here.repo, REF)).toBe(false);
	await here.git('pack-refs', '--all');
	expect(isAbsentRef(here.repo, REF)).toBe(false);
	await here.git('update-ref', '-d', REF);
	expect(isAbsentRef(here.repo, REF)).toBe(true);
});

test('of a bare repository it is known as well, of something else it is not', async () => {
	await using here = await lab();
	await here.git('clone', '-q', '--bare', here.repo, `${here.root}/bare.git`);
	expect(isAbsentRef(`${here.root}/bare.git`, REF)).toBe(true);
	await here.git('--git-dir', `${here.root}/bare.git`, 'update-ref', REF, 'HEAD');
	expect(isAbsentRef(`${here.root}/bare.git`, REF)).toBe(false);
	expect(isAbsentRef(here.root, REF)).toBe(false);
});

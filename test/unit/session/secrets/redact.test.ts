import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {redact} from '../../../../src/session/secrets/redact.ts';

/** Put together here, so that nobody who scans this repository takes them for real ones. */
const letters = (length: number, alphabet = 'abcdefghij0123456789KLMNOPQRST') =>
	Array.from({length}, (_, at) => alphabet[(at * 7 + 3) % alphabet.length]).join('');
const HEX = '0123456789abcdef';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const word = letters(40);

const SHAPES: readonly (readonly [string, string, string])[] = [
	['Anthropic', `sk-ant-api03-${word}`, word],
	['OpenAI', `sk-proj-${word}`, word],
	['another model provider', `gsk_${word}${word}`, word],
	['Google', `AIza${letters(35)}`, letters(35)],
	['GitHub', `ghp_${letters(36)}`, letters(36)],
	['GitHub, fine-grained', `github_pat_${letters(22)}_${letters(59)}`, letters(59)],
	['GitLab', `glpat-${letters(20)}`, letters(20)],
	['npm', `npm_${letters(36)}`, letters(36)],
	['AWS id', `AKIA${letters(16, UPPER)}`, letters(16, UPPER)],
	['AWS id in a sentence', `with ASIA${letters(16, UPPER)}, too`, letters(16, UPPER)],
	['Azure storage', `DefaultEndpointsProtocol=https;AccountKey=${word}==`, word],
	['Google OAuth', `ya29.${word}`, word],
	['Slack', `xoxb-1234567890-${word}`, word],
	['Stripe', `sk_live_${letters(24)}`, letters(24)],
	['DigitalOcean', `dop_v1_${letters(64, HEX)}`, letters(64, HEX)],
	['SendGrid', `SG.${letters(22)}.${letters(43)}`, letters(43)],
	['Telegram', `123456789:AA${letters(33)}`, letters(33)],
	['JSON web token behind a dash', `id-eyJ${letters(20)}.eyJ${letters(30)}.${letters(43)}`, letters(43)],
	['JSON web token behind a file name', `a.eyJ${letters(20)}.eyJ${letters(30)}.${letters(43)}`, letters(43)],
	['JSON web token', `eyJ${letters(20)}.eyJ${letters(30)}.${letters(43)}`, letters(43)],
	['Authorization', `Authorization: Bearer ${word}`, word],
	['Authorization, basic', 'Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
	['password in a URL', 'git clone https://me:hunter2@example.com/x.git', 'hunter2'],
	['password in a database URL', 'postgres://app:p%40ss-w0rd@db:5432/shop', 'p%40ss-w0rd'],
	['password of curl', 'curl -u admin:hunter2 https://example.com', 'hunter2'],
	['.env', 'DB_PASSWORD=correct-horse;battery&staple', 'correct-horse;battery&staple'],
	['.env with quotes', "export STRIPE_SECRET='a b c d'", 'a b c d'],
	['AWS secret', `aws_secret_access_key = ${word}`, word],
	['AWS secret in JSON', `"SecretAccessKey": "${word}",`, word],
	['JSON', '{"user": "me", "password": "hunter2", "port": 1}', 'hunter2'],
	['JSON in a string', '"{\\"clientSecret\\":\\"s3cr3t-value\\"}"', 's3cr3t-value'],
	['YAML', '  password: hunter2', 'hunter2'],
	['YAML, api key', `  apiKey: ${word}`, word],
	['header', `x-api-key: ${word}`, word],
	['query', `https://example.com/a?token=${word}&b=1`, word],
	['flag', 'mysql --password hunter2 -h db', 'hunter2'],
	['flag with =', `tool --auth-token=${word}`, word],
	['upper-case key', `MAPS_KEY=${word}`, word],
	[
		'one-line private key',
		`"private_key": "-----BEGIN PRIVATE KEY-----\\n${word}\\n-----END PRIVATE KEY-----\\n"`,
		word,
	],
];

describe('is hidden, with its width, and what is around it stays:', () => {
	test.each(SHAPES)('%s', (_, text, secret) => {
		const done = redact(`before ${text} after`);
		expect(done).not.toContain(secret);
		expect(done).toHaveLength(`before ${text} after`.length);
		expect(done).toMatch(/^before /);
		expect(redact(text)).not.toContain(secret);
		expect(redact(`│ ${text} │`)).toMatch(/^│ .* │$/);
	});
});

test.each([
	['a sentence about them', 'Your password: incorrect. The token: unexpected end of input. API key: missing'],
	['tokens that are counted', 'tokens: 12.3k · MAX_TOKENS=4096 · token=17'],
	['code', "const token = getToken(); password={field.value} secret: process.env.SECRET, apiKey: config('api')"],
	['places to fill in', 'PASSWORD=<your password> API_KEY=$API_KEY SECRET=$(secret) TOKEN=*** PASSWORD='],
	['other keys', 'key: "ArrowUp", primaryKey: "id2", <Item key="item-1" />, sort_key=name1'],
	['words that begin alike', 'task-runner-for-everything-in-here risk-assessment-of-the-year-2026'],
	['paths, hashes and ids', `src/session/agent-layer.ts:42 ${letters(40, HEX)} 0b5c1d9e-1111-4222-8333-444455556666`],
	['urls without a password', 'https://example.com:8080/a@b ssh://git@example.com/x http://[::1]:80/'],
	['where you are', 'PWD=/home/me/work OLDPWD=/home/me1 pass: 12 of 12 tests'],
	['a public key', '-----BEGIN PUBLIC KEY-----'],
])('is left alone: %s', (_, text) => {
	expect(redact(text)).toBe(text);
});

const KEY = ['-----BEGIN OPENSSH PRIVATE KEY-----', letters(64), letters(64), `${letters(21)}==`];
const END = '-----END OPENSSH PRIVATE KEY-----';

test.each([
	['as it is', [...KEY, END]],
	['in a box, with numbers', [...KEY, END].map((line, at) => `│ ${at + 10}  ${line.padEnd(64)} │`)],
	['cut off at its end', KEY],
	['cut off at its beginning', ['something else', ...KEY.slice(1), END]],
	['with headers', [KEY[0] ?? '', 'Proc-Type: 4,ENCRYPTED', '', ...KEY.slice(1), END]],
])('no line of a private key stays: %s', (_, lines) => {
	const done = redact([...lines, 'and then the agent went on to do this'].join('\n'));
	for (const part of [letters(64), letters(21)]) expect(done).not.toContain(part);
	expect(done.endsWith('\nand then the agent went on to do this')).toBe(true);
	expect(done.split('\n').map(line => line.length)).toEqual([...lines.map(line => line.length), 37]);
});

test('the marks around a key stay, so that it is found again, whatever stands beside them', () => {
	const text = `${KEY[0]}token=${word}--x${END} and password=hunter2${END}`;
	const done = redact(text);
	for (const part of [word, 'hunter2']) expect(done).not.toContain(part);
	expect(done.split(END)).toHaveLength(3);
	expect(redact(done)).toBe(done);
});

test('a secret that a program broke at its right edge is hidden whole, the next word is not', () => {
	const token = `ghp_${letters(36)}`;
	const done = redact(
		`  │ the deploy token that you gave me is ${token.slice(0, 24)} │\n  │ ${token.slice(24)} and works fine │`,
	);
	expect(done).not.toContain(token.slice(24));
	expect(done).toContain('and works fine │');
	const plain = `the deploy token that you gave me is ${token}\n  everything is in place`;
	expect(redact(plain)).toContain('everything is in place');
});

test('colours stay where they are, also inside of a secret', () => {
	const text = `\x1b[1mTOKEN\x1b[0m=\x1b[32mghp_abcdefghij\x1b[33mklmnopqrstuvwxyz01\x1b[0m end`;
	expect(redact(text)).toBe('\x1b[1mTOKEN\x1b[0m=\x1b[32m[redacted*****\x1b[33m*****************]\x1b[0m end');
});

/** Pieces of everything that the search looks for, in any order. */
const pieces = fc.constantFrom(
	...[
		'sk-',
		'sk-ant-1',
		'ghp_',
		'eyJ',
		'.eyJ',
		'password',
		'token',
		'KEY',
		'=',
		':',
		': "',
		"='",
		'"',
		"'",
		'://',
		'a:b@',
	],
	...[
		'-----BEGIN PRIVATE KEY-----',
		'-----END PRIVATE KEY-----',
		'-----',
		'Bearer ',
		'--',
		'-u ',
		' ',
		'\n',
		'\t',
		'│',
		'(',
	],
	...[
		'\x1b[31m',
		'\x1b[0m',
		'\x1b[',
		'a',
		'Z9',
		'0123456789',
		'ü',
		'日本',
		'😀',
		'$',
		'\\n',
		'aaaaaaaaaaaaaaaaaaaaaaaaaa1',
	],
);

test('whatever the text: lines, widths and colours stay, and a second time changes nothing', () => {
	fc.assert(
		fc.property(fc.array(pieces, {maxLength: 60}), parts => {
			const text = parts.join('');
			const done = redact(text);
			const colours = (of: string) => of.match(/\x1b\[[0-9;:]*m/g) ?? [];
			expect(done.split('\n').map(line => line.length)).toEqual(text.split('\n').map(line => line.length));
			expect(colours(done)).toEqual(colours(text));
			expect(redact(done)).toBe(done);
		}),
		{numRuns: 2000},
	);
});

/** What redacting so much of a repeated piece costs, in milliseconds of processor time. */
const costOf = (unit: string, bytes: number): number => {
	const text = unit.repeat(Math.ceil(bytes / unit.length));
	const begun = process.cpuUsage().user;
	redact(text);
	return (process.cpuUsage().user - begun) / 1000;
};

/** Generous: others use this machine too. What is not linear takes a hundred times as long, or for ever. */
const expectLinear = (unit: string): void => {
	costOf(unit, 20_000);
	expect(costOf(unit, 500_000)).toBeLessThan(Math.max(costOf(unit, 50_000), 20) * 40);
};

test.each([
	'eyJ-',
	'eyJaaaaaaaa-',
	'eyJaaaaaaaa.eyJ-',
	'.eyJaaaaaaaa',
	'SG.aaaaaaaaaaaaaaaaaaaa-',
	'sk-',
	'://a:',
	'-u a:',
	'-----BEGIN A ',
	[...Array(400).fill(letters(30)), '-----END PRIVATE KEY-----', ''].join('\n'),
	'token=',
	' ',
])('ten times as much of %j takes about ten times as long', unit => {
	expectLinear(unit);
	expectLinear(`${unit}\n`);
});

test('whatever the text: ten times as much takes about ten times as long', () => {
	fc.assert(
		fc.property(fc.array(pieces, {minLength: 1, maxLength: 6}), parts => expectLinear(parts.join(''))),
		{numRuns: 60},
	);
}, 120_000);

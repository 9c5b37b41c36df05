import {expect, test} from 'vitest';
import {badTemplate, resumePrompt} from '../../../../src/session/conversation/resume-prompt.ts';

const known = {lastPrompt: 'add {tests}', lastAction: 'Bash: npm test', pendingTasks: ['mend it', 'try it']};

test('tells what is known, and leaves out the paragraphs of what is not', () => {
	const whole = resumePrompt(known);
	for (const text of ['The last prompt was:\nadd {tests}', 'Bash: npm test', '1. mend it\n2. try it', 'git status'])
		expect(whole).toContain(text);
	const part = resumePrompt({...known, lastPrompt: null, pendingTasks: []});
	expect(part).not.toMatch(/last prompt|Still to be done|[{}]|\n\n\n/u);
	expect(part).toContain('The last action was:\nBash: npm test');
});

test('says nothing where nothing was done', () => {
	expect(resumePrompt({lastPrompt: 'begin', lastAction: null, pendingTasks: []})).toBeUndefined();
});

test('takes other words', () => {
	const template = 'Go on.\n\nLast: {lastAction} after {lastPrompt}\n\n{pendingTasks}';
	expect(resumePrompt(known, template)).toBe(
		'Go on.\n\nLast: Bash: npm test after add {tests}\n\n1. mend it\n2. try it',
	);
	expect(resumePrompt({...known, pendingTasks: []}, template)).toBe('Go on.\n\nLast: Bash: npm test after add {tests}');
});

test.each([
	['Go on.', undefined],
	['Go on with {pendingTasks} and a {"json": 1}', undefined],
	['Go on with {tasks}', 'has {tasks}; there are {lastPrompt}, {lastAction}, {pendingTasks}'],
	['  ', 'must not be empty'],
])('%j is a template: %s', (template, problem) => expect(badTemplate(template)).toBe(problem));

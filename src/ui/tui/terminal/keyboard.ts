import {type Key, keyDecoder} from '../../../terminal/keys.ts';
import {graphemes} from '../../../terminal/text.ts';

/** The terminal's keys, one after another, as long as it is ours. */
export const keyboard = (input: NodeJS.ReadStream, press: (key: Key) => void) => {
	const decoder = keyDecoder();
	let timer: NodeJS.Timeout | undefined;
	const take = (keys: readonly Key[]): void => {
		for (const key of keys) {
			press(key);
		}
	};
	const onData = (chunk: string): void => {
		clearTimeout(timer);
		take(decoder.feed(chunk));
		const patience = decoder.patience();
		if (patience !== undefined) {
			timer = setTimeout(() => take(decoder.flush()), patience);
		}
	};
	return {
		open: (): void => {
			input.setEncoding('utf8');
			input.setRawMode?.(true);
			input.on('data', onData);
			input.resume();
		},
		close: (): void => {
			clearTimeout(timer);
			input.off('data', onData);
			input.setRawMode?.(false);
			input.pause();
		},
	};
};

/** Text that came in one piece, key by key: where letters are commands each one counts. PURE. */
export const singly = (key: Key): readonly Key[] =>
	key.name === 'text' && 'text' in key ? graphemes(key.text).map(text => ({name: 'text', text})) : [key];

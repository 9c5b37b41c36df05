import {writeFile} from 'node:fs/promises';
import {JsonReporter} from 'vitest/node';

/** vitest's own, but without its line about the file, which would come after the summary. */
export default class extends JsonReporter {
	async writeReport(report) {
		await writeFile(this.ctx.config.outputFile.json, report);
	}
}

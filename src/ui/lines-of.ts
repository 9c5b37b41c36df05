/** The lines of a stream, in bundles as they arrive; the last one needs no line end. Bytes, so that no character is cut in two. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
	let open: Buffer[] = [];
	for await (const chunk of chunks) {
		const end = chunk.lastIndexOf(0x0a);
		if (end === -1) {
			open.push(chunk);
			continue;
		}
		const whole = Buffer.concat([...open, chunk.subarray(0, end)]);
		open = [chunk.subarray(end + 1)];
		yield whole.toString('utf8').split('\n');
	}
	const rest = Buffer.concat(open).toString('utf8');
	if (rest !== '') yield [rest];
}

/**
 * Rows in batches, such as those of a file. The next batch is read when its consumer asks for it.
 * @param size rows of a batch; a smaller one is the last
 * @param read returns at most `size` rows after the last one of the batch before
 */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[], undefined> {
  let last: Row | undefined;
  for (;;) {
    const batch = await read(last);
    yield batch;
    last = batch.at(-1);
    if (last === undefined || batch.length < size) return;
  }
}

const LINE_FEED = 0x0a;
const WHITESPACE = new Set([0x20, 0x09, 0x0d]);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Lines are truncated to so many bytes, so that no file can fill the memory. The service rejects far shorter ones. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

export interface Line {
  /** 1-based position in the file, empty lines included. */
  number: number;
  /** The raw bytes without the line feed, and without a byte order mark at the start of the file. */
  content: Buffer;
}

/** The lines of a stream that contain more than whitespace. */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  const append = (bytes: Buffer) => {
    const truncated = bytes.subarray(0, MAX_LINE_BYTES - size);
    if (truncated.length > 0) parts.push(truncated);
    size += truncated.length;
  };
  const take = (): Line => {
    const bytes = Buffer.concat(parts);
    parts = [];
    size = 0;
    number += 1;
    const marked = number === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    return { number, content: marked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes };
  };

  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      append(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (trimEnd(line.content).length > 0) yield line;
    }
    append(chunk.subarray(start));
  }
  const last = take();
  if (trimEnd(last.content).length > 0) yield last;
}

/** Removes trailing whitespace: lines that differ only in it are the same JSON. */
export function trimEnd(content: Buffer): Buffer {
  return content.subarray(0, content.findLastIndex((byte) => !WHITESPACE.has(byte)) + 1);
}

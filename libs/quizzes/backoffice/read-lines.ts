// Lines of a file, read in chunks: the same lines that the import tool reads.
const LINE_FEED = 0x0a;
const WHITESPACE = new Set([0x20, 0x09, 0x0d]);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export interface Line {
  /** From 1, with empty lines counted. */
  number: number;
  /** Unparsed: the service parses it. */
  content: Uint8Array<ArrayBuffer>;
  /** Bytes of the file up to its end. */
  end: number;
}

/**
 * The lines of a file that hold more than whitespace.
 * @param maxBytes longer lines are cut to one byte more than this
 */
export async function* readLines(file: Blob, maxBytes: number): AsyncGenerator<Line, void> {
  let line = new LineBuilder(maxBytes);
  let number = 1;
  let position = 0;
  for await (const piece of piecesOf(file)) {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      line.append(piece.subarray(start, end));
      start = end + 1;
      const content = line.take(number === 1);
      if (content.length > 0) yield { number, content, end: position + start };
      line = new LineBuilder(maxBytes);
      number += 1;
    }
    line.append(piece.subarray(start));
    position += piece.length;
  }
  const content = line.take(number === 1);
  if (content.length > 0) yield { number, content, end: position };
}

/** Not all browsers can iterate over a stream. */
async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

class LineBuilder {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  append(bytes: Uint8Array): void {
    const truncated = bytes.slice(0, this.maxBytes + 1 - this.size);
    this.parts.push(truncated);
    this.size += truncated.length;
  }

  /** Without a byte order mark at the start of the file, and without whitespace at the end. */
  take(isFirst: boolean): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    let offset = 0;
    for (const part of this.parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    const start = isFirst && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
    return bytes.subarray(start, bytes.findLastIndex((byte) => !WHITESPACE.has(byte)) + 1);
  }
}

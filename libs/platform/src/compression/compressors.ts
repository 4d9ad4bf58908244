import { type Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { ContentCoding } from './content-coding.js';

/** Above this quality Brotli takes several times as long. A window of 256 KiB bounds what a compressor takes of memory. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Bytes of a stream that are compressed at once. */
const PIECE = 64 * 1024;

/** Compresses a text in a thread of Node's pool. */
export const compress: Readonly<Record<ContentCoding, (text: string | Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: BROTLI }),
  gzip: promisify<string | Buffer, Buffer>(gzip),
};

/** Each piece goes out at once: proxies wait only so long for the next part of an answer. */
const streams = {
  br: () => createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** @returns the stream compressed; it fails as the stream does, and destroys the stream where it is destroyed itself */
export function compressStream(stream: Readable, coding: ContentCoding): Readable {
  // Whoever reads the result hears of an error.
  return pipeline(stream, inPieces, streams[coding](), () => undefined);
}

/** Each write costs a turn in the pool of threads: lines are compressed many at once. */
async function* inPieces(parts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let piece: Buffer[] = [];
  let length = 0;
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    piece.push(bytes);
    length += bytes.length;
    if (length < PIECE) continue;
    yield Buffer.concat(piece);
    piece = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(piece);
}

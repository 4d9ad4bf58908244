import { PassThrough, type Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { ContentCoding } from './content-coding.js';

/** Above this quality Brotli takes several times as long. A window of 256 KiB limits the memory of a compressor. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Bytes of a stream that are buffered while others are compressed. */
const GATHERED = 64 * 1024;

/** Compresses a text in a thread of Node's pool. */
export const compress: Readonly<Record<ContentCoding, (text: string | Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: BROTLI }),
  gzip: promisify<string | Buffer, Buffer>(gzip),
};

/** Compressed parts are sent immediately, because proxies wait only for a limited time for the next part of a response. */
const streams = {
  br: () => createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** @returns the compressed stream. It fails if the stream fails, and destroys the stream if it is destroyed itself */
export function compressStream(stream: Readable, coding: ContentCoding): Readable {
  const gathered = new PassThrough({ highWaterMark: GATHERED });
  // Errors reach the reader of the result.
  const compressed = pipeline(stream, gathered, wholeBuffers, streams[coding](), () => undefined);
  // The pipeline does not notice a destroyed result while the stream pauses.
  return compressed.once('close', () => stream.destroy());
}

/**
 * Each write to a compressor takes a turn in the thread pool. The iterator of a byte stream returns everything in its buffer, so that
 * successive lines are compressed together, and nothing waits for more while the stream pauses.
 */
async function* wholeBuffers(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* stream;
}

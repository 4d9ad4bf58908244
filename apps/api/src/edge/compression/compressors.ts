import { PassThrough, type Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { ContentCoding } from './content-coding.js';

/** Above this quality Brotli takes several times as long. A window of 256 KiB bounds what a compressor takes of memory. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Bytes of a stream that are gathered while others are compressed. */
const GATHERED = 64 * 1024;

/** Compresses a text in a thread of Node's pool. */
export const compress: Readonly<Record<ContentCoding, (text: string | Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: BROTLI }),
  gzip: promisify<string | Buffer, Buffer>(gzip),
};

/** What has been compressed goes out at once: proxies wait only so long for the next part of an answer. */
const streams = {
  br: () => createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** @returns the stream compressed; it fails as the stream does, and destroys the stream where it is destroyed itself */
export function compressStream(stream: Readable, coding: ContentCoding): Readable {
  const gathered = new PassThrough({ highWaterMark: GATHERED });
  // Errors reach the reader of the result.
  const compressed = pipeline(stream, gathered, allThereIs, streams[coding](), () => undefined);
  // While the stream pauses the pipeline does not notice.
  return compressed.once('close', () => stream.destroy());
}

/**
 * Each write to a compressor costs a turn in the pool of threads. An iterator of a stream of bytes gives all that is in its buffer: lines
 * that come one after the other are compressed together, and nothing waits for more once the stream pauses.
 */
async function* allThereIs(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* stream;
}

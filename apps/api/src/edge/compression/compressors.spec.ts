import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { compressStream } from './compressors.js';

const decompressors = { br: createBrotliDecompress, gzip: createGunzip };

describe.each(['br', 'gzip'] as const)('compressStream with %s', (coding) => {
  const decompressed = (stream: Readable) => stream.pipe(decompressors[coding]()).setEncoding('utf8');

  it('sends what it has while the stream pauses', async () => {
    const lines = new Readable({ read: () => undefined });
    const file = decompressed(compressStream(lines, coding));
    for (const line of ['first\n', 'second\n', 'third\n']) {
      lines.push(line);
      expect(await once(file, 'data')).toEqual([line]);
    }
    lines.push(null);
    expect(await text(file)).toBe('');
  });

  it('compresses successive lines together', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} of many that are alike\n`);
    const compressed = compressStream(Readable.from(lines), coding);
    let parts = 0;
    compressed.on('data', () => parts++);
    expect(await text(decompressed(compressed))).toBe(lines.join(''));
    expect(parts).toBeLessThan(100);
  });

  it('reads the stream only as far as its result is read', async () => {
    const LINES = 400;
    let read = 0;
    let received = 0;
    let ahead = 0;
    function* lines() {
      for (let count = 0; count < LINES; count++) {
        const line = randomBytes(100_000);
        read += line.length;
        ahead = Math.max(ahead, read - received);
        yield line;
      }
    }
    for await (const part of compressStream(Readable.from(lines()), coding)) received += (part as Buffer).length;
    expect(read).toBe(LINES * 100_000);
    expect(ahead).toBeLessThan(1_000_000);
  });

  it('destroys a paused stream if it is destroyed itself', async () => {
    const lines = new Readable({ read: () => undefined });
    lines.push('first\n');
    const compressed = compressStream(lines, coding);
    await once(compressed, 'readable');
    compressed.destroy();
    await once(lines, 'close');
    expect(lines.destroyed).toBe(true);
  });

  it('fails if the stream fails', async () => {
    const lines = new Readable({ read: () => undefined });
    const compressed = compressStream(lines, coding);
    lines.push('first\n');
    await once(compressed, 'readable');
    lines.destroy(new Error('broken'));
    await expect(text(compressed)).rejects.toThrow('broken');
  });
});

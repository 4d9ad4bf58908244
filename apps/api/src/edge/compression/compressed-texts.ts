import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { countLookups, type Metrics } from '#libs/observability';
import { compress } from './compressors.js';
import type { ContentCoding } from './content-coding.js';

/** Memory that compressed texts may take, in bytes. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** Each takes some hundreds of KiB while it is made, and the threads of Node's pool, which are four. */
const COMPRESSIONS_AT_ONCE = 8;

/**
 * Compresses texts, and keeps what became of them in bounded memory under their hash: a text that is sent again and again, as that of a
 * quiz, is compressed once.
 */
export class CompressedTexts {
  private readonly countLookup: (isHit: boolean) => void;
  private running = 0;

  private readonly kept = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }, key) => length + key.length,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // What makes room while it is compressed is not kept, and sent all the same.
    ignoreFetchAbort: true,
  });

  constructor(metrics: Metrics) {
    this.countLookup = countLookups(metrics, 'compressed texts');
  }

  /** @returns undefined where so many are being compressed that the text is better sent as it is */
  async get(text: string | Buffer, coding: ContentCoding): Promise<Buffer | undefined> {
    const key = `${coding} ${hash('sha256', text, 'base64')}`;
    const isKept = this.kept.has(key);
    this.countLookup(isKept);
    if (!isKept && this.running >= COMPRESSIONS_AT_ONCE) return undefined;
    return this.kept.forceFetch(key, { context: () => this.make(text, coding) });
  }

  private async make(text: string | Buffer, coding: ContentCoding): Promise<Buffer> {
    this.running++;
    try {
      const compressed = await compress[coding](text);
      // A copy: zlib gives a part of a larger buffer.
      const exact = Buffer.allocUnsafeSlow(compressed.length);
      compressed.copy(exact);
      return exact;
    } finally {
      this.running--;
    }
  }
}

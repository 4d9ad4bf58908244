import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { countLookups, type Metrics } from '#libs/observability';
import { compress } from './compressors.js';
import type { ContentCoding } from './content-coding.js';

/** Memory that compressed texts may take, in bytes. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** Each takes some hundreds of KiB and one of the four threads of Node's pool. */
const COMPRESSIONS_AT_ONCE = 8;

/**
 * Compresses texts, and caches the results in bounded memory under the hashes of the texts. A text that is sent repeatedly, such as that
 * of a quiz, is compressed once.
 */
export class CompressedTexts {
  private readonly countLookup: (isHit: boolean) => void;
  private running = 0;

  private readonly cached = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }, key) => length + key.length,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // An entry that is evicted while it is compressed is sent all the same.
    ignoreFetchAbort: true,
  });

  constructor(metrics: Metrics) {
    this.countLookup = countLookups(metrics, 'compressed texts');
  }

  /** @returns undefined while so many texts are being compressed that this one is better sent uncompressed */
  async get(text: string | Buffer, coding: ContentCoding): Promise<Buffer | undefined> {
    const key = `${coding} ${hash('sha256', text, 'base64')}`;
    const isCached = this.cached.has(key);
    this.countLookup(isCached);
    if (!isCached && this.running >= COMPRESSIONS_AT_ONCE) return undefined;
    return this.cached.forceFetch(key, { context: () => this.make(text, coding) });
  }

  private async make(text: string | Buffer, coding: ContentCoding): Promise<Buffer> {
    this.running++;
    try {
      const compressed = await compress[coding](text);
      // A copy, because zlib returns a part of a larger buffer.
      const exact = Buffer.allocUnsafeSlow(compressed.length);
      compressed.copy(exact);
      return exact;
    } finally {
      this.running--;
    }
  }
}

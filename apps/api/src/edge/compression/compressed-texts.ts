import { LRUCache } from 'lru-cache';
import { countLookups, type Metrics } from '#libs/observability';
import { compress } from './compressors.js';
import type { ContentCoding } from './content-coding.js';

/** Memory that the texts of one coding may take with their compressed forms, in bytes. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** Each takes some hundreds of KiB and one of the four threads of Node's pool. */
const COMPRESSIONS_AT_ONCE = 8;

/**
 * Compresses texts, and caches the results in bounded memory under the texts. A text that is sent repeatedly, such as that of a quiz, is
 * compressed once. V8 computes the hash of a string once, so that one that is cached itself is found without reading it again.
 */
export class CompressedTexts {
  private readonly countLookup: (isHit: boolean) => void;
  private running = 0;

  private readonly cached: Readonly<Record<ContentCoding, LRUCache<string, Buffer>>> = {
    br: this.cacheOf('br'),
    gzip: this.cacheOf('gzip'),
  };

  constructor(metrics: Metrics) {
    this.countLookup = countLookups(metrics, 'compressed texts');
  }

  /**
   * @param payload a text, or its UTF-8
   * @returns the compressed text, at once if it is cached; undefined while so many texts are being compressed that this one is better
   * sent uncompressed
   */
  get(payload: string | Buffer, coding: ContentCoding): Buffer | Promise<Buffer> | undefined {
    const text = payload.toString();
    const cached = this.cached[coding].get(text);
    this.countLookup(cached !== undefined);
    if (cached !== undefined) return cached;
    return this.running >= COMPRESSIONS_AT_ONCE ? undefined : this.cached[coding].forceFetch(text);
  }

  private cacheOf(coding: ContentCoding): LRUCache<string, Buffer> {
    return new LRUCache({
      maxSize: CACHE_BYTES,
      sizeCalculation: ({ length }, text) => length + Buffer.byteLength(text),
      fetchMethod: (text) => this.make(text, coding),
      // An entry that is evicted while it is compressed is sent all the same.
      ignoreFetchAbort: true,
    });
  }

  private async make(text: string, coding: ContentCoding): Promise<Buffer> {
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

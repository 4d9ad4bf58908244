import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Metrics } from '#libs/observability';
import { CompressedTexts } from './compressed-texts.js';
import type { ContentCoding } from './content-coding.js';

const TEXT = 'a text that is repeated '.repeat(500);

/** Also waits for a text that is cached. */
const get = async (texts: CompressedTexts, text: string | Buffer, coding: ContentCoding) =>
  await texts.get(text, coding);

async function lookups(metrics: Metrics): Promise<[unknown, number][]> {
  const found = await metrics.registry.getSingleMetric('quiz_cache_lookups_total')?.get();
  return found?.values.map(({ labels, value }) => [labels.result, value]) ?? [];
}

describe('CompressedTexts', () => {
  it('compresses a text once per coding, even for concurrent requests', async () => {
    const metrics = new Metrics();
    const texts = new CompressedTexts(metrics);
    const first = await Promise.all([get(texts, TEXT, 'gzip'), get(texts, TEXT, 'gzip'), get(texts, TEXT, 'br')]);
    expect(gunzipSync(first[0] ?? '').toString()).toBe(TEXT);
    expect(brotliDecompressSync(first[2] ?? '').toString()).toBe(TEXT);
    expect(first[1]).toBe(first[0]);
    expect(await get(texts, TEXT, 'gzip')).toBe(first[0]);
    expect(await get(texts, Buffer.from(TEXT), 'br')).toBe(first[2]);
    expect(await lookups(metrics)).toEqual([
      ['hit', 2],
      ['miss', 3],
    ]);
  });

  it('takes no more memory than the compressed bytes', async () => {
    const compressed = await new CompressedTexts(new Metrics()).get(TEXT, 'gzip');
    expect(compressed?.buffer.byteLength).toBe(compressed?.length);
  });

  it('returns nothing while many others are compressed, and continues afterwards', async () => {
    const texts = new CompressedTexts(new Metrics());
    const cached = await get(texts, TEXT, 'gzip');
    const others = Array.from({ length: 8 }, (_, index) => get(texts, `${TEXT}${index}`, 'gzip'));
    expect(await get(texts, `${TEXT}more`, 'gzip')).toBeUndefined();
    expect(await get(texts, TEXT, 'gzip')).toBe(cached);
    for (const other of await Promise.all(others)) expect(other).toBeInstanceOf(Buffer);
    expect(await get(texts, `${TEXT}more`, 'gzip')).toBeInstanceOf(Buffer);
  });
});

import { Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Background, Database } from '#libs/database';
import { KeyUsageCounter } from './key-usage-counter.js';

const AWAY = new Error('The database is not available');
const background = {} as Background;

describe('the use of keys that cannot be written', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  beforeEach(() => warn.mockClear());

  it('is logged at the end', async () => {
    const usage = new KeyUsageCounter({ query: () => Promise.reject(AWAY) } as unknown as Database, background);
    usage.count({ keyUse: usage.of('key') } as FastifyRequest, { statusCode: 200 } as FastifyReply);
    await usage.writeLast();
    expect(warn.mock.calls).toEqual([[AWAY, 'The last usage of keys was not written']]);
  });

  it('is written later, once, together with what came since', async () => {
    const written: unknown[][] = [];
    let isAway = true;
    const query = (_: unknown, values: unknown[]) => {
      if (isAway) return Promise.reject(AWAY);
      written.push(values);
      return Promise.resolve([]);
    };
    const usage = new KeyUsageCounter({ query } as unknown as Database, background);
    const use = (address: string, statusCode: number) => {
      const keyUse = usage.of('key');
      keyUse.note(address);
      usage.count({ keyUse } as FastifyRequest, { statusCode } as FastifyReply);
    };
    use('::1', 200);
    await expect(usage.write()).rejects.toBe(AWAY);
    use('::2', 404);
    isAway = false;
    await usage.write();
    await usage.write();
    const [[keys, , requests, , clientErrors], , [, , addresses]] = written as [unknown[], unknown[], unknown[]];
    expect([keys, requests, clientErrors, addresses]).toEqual([['key'], [2], [1], ['::1', '::2']]);
    expect(written).toHaveLength(4);
  });
});

import { Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Background, Database } from '#libs/database';
import { KeyUsageCounter } from './key-usage-counter.js';
import { LastUse } from './last-use.js';

const AWAY = new Error('The database is not available');
const database = { query: () => Promise.reject(AWAY) } as unknown as Database;
const background = {} as Background;

describe('the use of keys that cannot be written at the end', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  beforeEach(() => warn.mockClear());

  it('is logged: the count of requests', async () => {
    const usage = new KeyUsageCounter(database, background);
    usage.count({ apiKeyId: 'key' } as FastifyRequest, { statusCode: 200 } as FastifyReply);
    await usage.writeLast();
    expect(warn.mock.calls).toEqual([[AWAY, 'The last usage of keys was not written']]);
  });

  it('is logged: the last use', async () => {
    const lastUse = new LastUse(database, background);
    lastUse.note('key');
    await lastUse.onModuleDestroy();
    expect(warn.mock.calls).toEqual([[AWAY, 'The last use of keys was not written']]);
  });
});

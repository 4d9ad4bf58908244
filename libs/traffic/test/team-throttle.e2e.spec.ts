// @Throttle at endpoints of a module.
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import { Endpoint } from '#libs/http';
import { createPlayer, type Player } from '../../../test/support/factories.js';
import { describeWithRedis, startRedis } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';
import { moduleOf, TEAM_ROUTE } from '../../../test/support/team.js';

@ApiTags('Quizzes')
@Controller()
@Throttle({ burst: { limit: 3, ttl: 60_000 } })
class Throttled {
  @Endpoint('GET /throttled/class', TEAM_ROUTE)
  ofClass(): object {
    return {};
  }

  @Endpoint('GET /throttled/method', TEAM_ROUTE)
  @Throttle({ burst: { limit: () => 1, ttl: 600_000 } })
  ofMethod(): object {
    return {};
  }

  @Endpoint('GET /throttled/default', TEAM_ROUTE)
  @SkipThrottle({ burst: true })
  @Throttle({ default: { limit: 2 } })
  ofDefault(): object {
    return {};
  }

  @Endpoint('GET /throttled/never', TEAM_ROUTE)
  @SkipThrottle({ burst: true })
  never(): object {
    return {};
  }
}

const start = (environment: Record<string, string> = {}) =>
  startService({ RATE_LIMIT_REQUESTS: '10', ...environment }, [moduleOf(Throttled)]);

/** Status, limit and remaining requests after each request. */
async function ask({ url }: Service, { key }: Player, path: string, times = 1): Promise<number[][]> {
  const shown: number[][] = [];
  for (let time = 0; time < times; time++) {
    const { status, headers } = await fetch(`${url}/api${path}`, { headers: { 'x-api-key': key } });
    if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const numbers = ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
    const [, limit, left] =
      /;q=(\d+);w=\d+ .*;r=(\d+);t=\d+$/.exec(`${headers.get('ratelimit-policy')} ${headers.get('ratelimit')}`) ?? [];
    expect([limit, left].map(Number)).toEqual(numbers);
    shown.push([status, ...numbers]);
  }
  return shown;
}

describe('@Throttle', () => {
  let service: Service;
  beforeAll(async () => void (service = await start()));
  afterAll(() => service.close());

  it('adds a tighter window to the general one, and the headers show the one that allows fewer requests', async () => {
    const player = await createPlayer(service, 'admin');
    expect(await ask(service, player, '/throttled/class', 4)).toEqual([
      [200, 3, 2],
      [200, 3, 1],
      [200, 3, 0],
      [429, 3, 0],
    ]);
    expect(await ask(service, player, '/throttled/method', 2)).toEqual([
      [200, 1, 0],
      [429, 1, 0],
    ]);
    expect(await ask(service, player, '/throttled/default', 1)).toEqual([[200, 2, 1]]);
    // The general window counted seven, including the rejected ones.
    expect(await ask(service, player, '/throttled/never', 1)).toEqual([[200, 10, 2]]);
    expect(await ask(service, await createPlayer(service, 'admin'), '/throttled/class', 1)).toEqual([[200, 3, 2]]);
  });

  it('names its window in RateLimit and RateLimit-Policy', async () => {
    const { key } = await createPlayer(service);
    const { headers } = await fetch(`${service.url}/api/throttled/method`, { headers: { 'x-api-key': key } });
    expect(headers.get('ratelimit-policy')).toBe('"GET /api/throttled/method burst";q=1;w=600');
    expect(headers.get('ratelimit')).toMatch(/^"GET \/api\/throttled\/method burst";r=0;t=\d+$/);
  });

  it('cannot loosen the general window', async () => {
    const player = await createPlayer(service, 'admin');
    await service.backoffice.call('PATCH', `/keys/${player.keyId}`, { rateLimit: 2 });
    expect(await ask(service, player, '/throttled/class', 3)).toEqual([
      [200, 2, 1],
      [200, 2, 0],
      [429, 2, 0],
    ]);
  });
});

describeWithRedis('@Throttle with Redis', () => {
  it('counts for all instances together', async () => {
    const redis = await startRedis();
    const one = await start({ REDIS_URL: redis.url });
    const other = await start({ REDIS_URL: redis.url, DATABASE_URL: one.databaseUrl });
    try {
      const player = await createPlayer(one, 'admin');
      expect(await ask(one, player, '/throttled/class', 2)).toEqual([
        [200, 3, 2],
        [200, 3, 1],
      ]);
      expect(await ask(other, player, '/throttled/class', 2)).toEqual([
        [200, 3, 0],
        [429, 3, 0],
      ]);
    } finally {
      await other.close();
      await one.close();
      await redis.stop();
    }
  });
});

import { readHealth } from './health';

describe('readHealth', () => {
  it.each([
    [200, '', true, true],
    [503, 'Not ready: database not available', false, true],
    [503, 'Not ready: rate-limit store not available', true, false],
    [503, 'Not ready: database and rate-limit store not available', false, false],
  ])('reads from %d %s which dependencies answer', (status, error, hasDatabase, hasRateLimitStore) =>
    expect(readHealth(status, error)).toEqual({ isReachable: true, hasDatabase, hasRateLimitStore }),
  );

  it('reports no dependencies if another server answers', () =>
    expect(readHealth(502, 'Bad gateway').isReachable).toBe(false));
});

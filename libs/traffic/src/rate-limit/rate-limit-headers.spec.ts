import { policyOf, rateLimitHeaders } from './rate-limit-headers.js';

const record = (totalHits: number) => ({
  ...{ totalHits, limit: 100, isBlocked: totalHits > 100 },
  ...{ resetAt: 1_767_225_659_001, timeToExpire: 42, timeToBlockExpire: 42 },
});

describe('rateLimitHeaders', () => {
  it.each([
    [1, 99],
    [100, 0],
    [130, 0],
  ])('show the same values in both forms: after %d requests', (totalHits, remaining) => {
    expect(rateLimitHeaders(record(totalHits), policyOf('default', 100, 60_000))).toEqual({
      'x-ratelimit-limit': 100,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': 1_767_225_660,
      'ratelimit-policy': '"default";q=100;w=60',
      ratelimit: `"default";r=${remaining};t=42`,
    });
  });
});

describe('policyOf', () => {
  it.each([
    ['GET /api/quizzes/:id burst', '"GET /api/quizzes/:id burst";q=2147483647;w=2'],
    ['a"b\\cé', '"a_b_c_";q=2147483647;w=2'],
  ])('names the window by a valid string, and rounds its seconds up: %s', (name, field) => {
    expect(policyOf(name, 2_147_483_647, 1_001).field).toBe(field);
  });
});

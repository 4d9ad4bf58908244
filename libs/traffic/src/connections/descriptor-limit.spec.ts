import { possibleConnections } from './descriptor-limit.js';

describe('the possible number of connections', () => {
  it.each([
    [2_048, 16, undefined, 820],
    [2_048, 16, 'postgres://replica/quiz', 812],
    [Infinity, 16, undefined, Infinity],
    [50, 16, undefined, 1],
  ])(
    'leaves room for a file each, the database and itself: of %d descriptors with a pool of %d (replica: %s) it is %d',
    (limit, DATABASE_POOL_SIZE, DATABASE_REPLICA_URL, expected) => {
      expect(possibleConnections({ DATABASE_POOL_SIZE, DATABASE_REPLICA_URL }, limit)).toBe(expected);
    },
  );

  it('is limited by the descriptors of this process', () => {
    const possible = possibleConnections({ DATABASE_POOL_SIZE: 16, DATABASE_REPLICA_URL: undefined });
    expect(possible).toBeGreaterThan(0);
    expect(Number.isFinite(possible)).toBe(process.platform !== 'win32');
  });
});

import { lockName, shared, sortLocks } from './locks.js';

const BADGES = lockName('badges of user');

it('lockName: subjects have different locks', () => {
  expect([BADGES('ada'), BADGES('bob'), BADGES()]).toEqual([
    { text: 'badges of user:ada', seed: 5 },
    { text: 'badges of user:bob', seed: 5 },
    { text: 'badges of user:', seed: 5 },
  ]);
});

it('lockName: hashes the same text as earlier versions', () => {
  expect(lockName('list index', { prefix: 'list index ', seed: 3 })('attempts')).toEqual({
    text: 'list index attempts',
    seed: 3,
  });
});

it('sortLocks: returns the same order for the same locks, each once', () => {
  const quiz = lockName('quiz', { prefix: '', seed: 0 });
  const locks = [BADGES('bob'), quiz('b'), BADGES('ada'), quiz('a'), quiz('b')];
  const sorted = [quiz('a'), quiz('b'), BADGES('ada'), BADGES('bob')];
  expect(sortLocks(locks)).toEqual(sorted);
  expect(sortLocks(locks.toReversed())).toEqual(sorted);
});

it('sortLocks: a lock that is taken in both modes is exclusive', () => {
  const [ada, bob] = [BADGES('ada'), BADGES('bob')];
  expect(sortLocks([shared(ada), shared(bob), ada])).toEqual([ada, shared(bob)]);
  expect(sortLocks([ada, shared(bob), shared(ada)])).toEqual([ada, shared(bob)]);
});

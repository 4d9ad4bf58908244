import { lockName, shared, sortLocks } from './locks.js';

const BADGES = lockName('badges of user');

it('lockName: subjects have different locks', () => {
  expect([BADGES('ada'), BADGES('bob'), BADGES()]).toEqual([
    { text: 'badges of user:ada' },
    { text: 'badges of user:bob' },
    { text: 'badges of user:' },
  ]);
});

it('sortLocks: returns the same order for the same locks, each once', () => {
  const quiz = lockName('quiz');
  const locks = [BADGES('bob'), quiz('b'), BADGES('ada'), quiz('a'), quiz('b')];
  const sorted = [BADGES('ada'), BADGES('bob'), quiz('a'), quiz('b')];
  expect(sortLocks(locks)).toEqual(sorted);
  expect(sortLocks(locks.toReversed())).toEqual(sorted);
});

it('sortLocks: a lock that is taken in both modes is exclusive', () => {
  const [ada, bob] = [BADGES('ada'), BADGES('bob')];
  expect(sortLocks([shared(ada), shared(bob), ada])).toEqual([ada, shared(bob)]);
  expect(sortLocks([ada, shared(bob), shared(ada)])).toEqual([ada, shared(bob)]);
});

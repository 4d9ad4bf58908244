import { lockName, sortLocks } from './locks.js';

const BADGES = lockName('badges of user');

it('lockName: locks of one name differ by their subjects', () => {
  expect([BADGES('ada'), BADGES('bob'), BADGES()]).toEqual([
    { text: 'badges of user:ada', seed: 5 },
    { text: 'badges of user:bob', seed: 5 },
    { text: 'badges of user:', seed: 5 },
  ]);
});

it('lockName: hashes what earlier versions hashed', () => {
  expect(lockName('list index', { prefix: 'list index ', seed: 3 })('attempts')).toEqual({
    text: 'list index attempts',
    seed: 3,
  });
});

it('sortLocks: all transactions take the same locks in the same order, each once', () => {
  const quiz = lockName('quiz', { prefix: '', seed: 0 });
  const locks = [BADGES('bob'), quiz('b'), BADGES('ada'), quiz('a'), quiz('b')];
  const sorted = [quiz('a'), quiz('b'), BADGES('ada'), BADGES('bob')];
  expect(sortLocks(locks)).toEqual(sorted);
  expect(sortLocks(locks.toReversed())).toEqual(sorted);
});

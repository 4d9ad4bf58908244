import { OrderedList } from './ordered-list.js';

const KEYS = [
  { column: 'points', kind: 'number' },
  { column: 'ended_at', kind: 'timestamp' },
] as const;

const ascending = new OrderedList({ name: 'games', table: 'games', subject: 'club_id', keys: KEYS, id: 'game_id' });
const descending = new OrderedList({ name: 'games', table: 'games', keys: KEYS, id: 'game_id', descending: true });

it('OrderedList: reads a list forwards and backwards in the order of its index', () => {
  expect(ascending.order).toBe('points ASC, ended_at ASC, game_id ASC');
  expect(ascending.backwards).toBe('points DESC, ended_at DESC, game_id DESC');
  expect([descending.order, descending.backwards]).toEqual([ascending.backwards, ascending.order]);
});

it('OrderedList: one comparison of indexed columns tells whether a row is before a position', () => {
  const row = '(points, ended_at, game_id)';
  const position = '(other.key1, to_timestamp(other.key2 / 1000.0), other.entry_id)';
  expect([ascending.rowIsBefore('other'), ascending.rowIsFrom('other')]).toEqual([
    `${row} < ${position}`,
    `${row} >= ${position}`,
  ]);
  expect([descending.rowIsBefore('other'), descending.rowIsFrom('other')]).toEqual([
    `${row} > ${position}`,
    `${row} <= ${position}`,
  ]);
});

it('OrderedList: a condition limits the rows of the table that are entries', () => {
  const listed = { name: 'games', table: 'games', keys: KEYS, id: 'game_id', where: 'NOT hidden' };
  const lists = [new OrderedList(listed), new OrderedList({ ...listed, subject: 'club_id' })];
  expect(lists.map((list) => list.isOf('$1'))).toEqual(['NOT hidden', 'club_id = $1 AND NOT hidden']);
});

it('OrderedList: without a subject the table is one list', () => {
  expect([ascending.isOf('$1'), descending.isOf('$1')]).toEqual(['club_id = $1 AND true', 'true']);
});

import { OrderedList } from './ordered-list.js';

const KEYS = [
  { column: 'points', kind: 'number' },
  { column: 'ended_at', kind: 'moment' },
] as const;

const ascending = new OrderedList({ name: 'games', table: 'games', subject: 'club_id', keys: KEYS, id: 'game_id' });
const descending = new OrderedList({ name: 'games', table: 'games', keys: KEYS, id: 'game_id', descending: true });

it('a list is read in its order or backwards, as its index can be', () => {
  expect(ascending.order).toBe('points ASC, ended_at ASC, game_id ASC');
  expect(ascending.backwards).toBe('points DESC, ended_at DESC, game_id DESC');
  expect([descending.order, descending.backwards]).toEqual([ascending.backwards, ascending.order]);
});

it('a row stands either before a place or from it on, by one comparison of what the index holds', () => {
  const row = '(points, ended_at, game_id)';
  const place = '(place.key1, to_timestamp(place.key2 / 1000.0), place.entry_id)';
  expect([ascending.rowIsBefore('place'), ascending.rowIsFrom('place')]).toEqual([
    `${row} < ${place}`,
    `${row} >= ${place}`,
  ]);
  expect([descending.rowIsBefore('place'), descending.rowIsFrom('place')]).toEqual([
    `${row} > ${place}`,
    `${row} <= ${place}`,
  ]);
});

it('all rows are of one list where no column tells lists apart', () => {
  expect([ascending.isOf('$1'), descending.isOf('$1')]).toEqual(['club_id = $1', 'true']);
});

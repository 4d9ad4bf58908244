import { NIL } from 'uuid';
import { parseFeedCursor, selectionOf, toFeedCursor } from './feed-cursor.js';

it('a cursor is read as it was written, and ends no earlier than its time says', () => {
  const cursor = { server: '0'.repeat(32), at: new Date('2026-01-01T00:00:00.001Z'), position: '7', id: NIL };
  const selection = selectionOf(undefined, []);
  const at = new Date('2026-01-01T00:00:01Z');
  expect(parseFeedCursor(toFeedCursor(cursor, selection))).toEqual({ ...cursor, at, selection });
});

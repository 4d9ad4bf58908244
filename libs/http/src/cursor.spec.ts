import { type Cursor, cursorUpTo, CursorQuery, readFromCursor } from './cursor.js';

const ids = ['019b76da-a800-7000-8000-000000000003', '019b76da-a800-7000-8000-000000000002'];
const items = ids.map((id, index) => ({ id, at: new Date(Date.UTC(2026, 0, 2 - index)) }));

/** Reads from a list, as a database would. */
const read = (after: Cursor | undefined, limit: number) =>
  Promise.resolve(items.filter(({ at }) => after === undefined || at < after.at).slice(0, limit));

const queryOf = (limit: number, after?: string) => Object.assign(new CursorQuery(), { limit, after });
const part = (query: CursorQuery) => readFromCursor(query, read, (item) => item);

describe('readFromCursor', () => {
  it('continues after the previous part, until there are no more items', async () => {
    const first = await part(queryOf(1));
    expect(first.items).toEqual(items.slice(0, 1));
    expect(await part(queryOf(1, first.next ?? ''))).toEqual({ items: items.slice(1), next: null });
  });

  it('returns no cursor if the last item fills the part', async () => {
    expect(await part(queryOf(2))).toEqual({ items, next: null });
  });
});

describe('cursorUpTo', () => {
  const [cursor] = items;
  const [earlier, same, later] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)).toISOString());

  it('is the end of the range unless the cursor is earlier', () => {
    const end = (to: string | undefined) => ({ at: new Date(to ?? ''), id: '00000000-0000-0000-0000-000000000000' });
    expect(cursorUpTo(undefined, cursor)).toBe(cursor);
    expect(cursorUpTo(later, cursor)).toBe(cursor);
    expect(cursorUpTo(same, cursor)).toEqual(end(same));
    expect(cursorUpTo(earlier, cursor)).toEqual(end(earlier));
    expect(cursorUpTo(earlier, undefined)).toEqual(end(earlier));
    expect(cursorUpTo(undefined, undefined)).toBeUndefined();
  });
});

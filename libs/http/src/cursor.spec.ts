import { type Cursor, cursorFrom, cursorUpTo, CursorQuery, readFromCursor } from './cursor.js';

const ids = ['019b76da-a800-7000-8000-000000000003', '019b76da-a800-7000-8000-000000000002'];
const items = ids.map((id, index) => ({ id, at: new Date(Date.UTC(2026, 0, 2 - index)) }));

/** Reads from a list, as a database would. */
const read = (after: Cursor | undefined, limit: number) =>
  Promise.resolve(items.filter(({ at }) => after === undefined || at < after.at).slice(0, limit));

const queryOf = (limit: number, cursor?: string) => Object.assign(new CursorQuery(), { limit, cursor });
const part = (query: CursorQuery) => readFromCursor(query, read, (item) => item);

describe('readFromCursor', () => {
  it('continues after the previous part, until there are no more items', async () => {
    const first = await part(queryOf(1));
    expect(first.items).toEqual(items.slice(0, 1));
    expect(await part(queryOf(1, first.nextCursor ?? ''))).toEqual({ items: items.slice(1), nextCursor: null });
  });

  it('returns no cursor if the last item fills the part', async () => {
    expect(await part(queryOf(2))).toEqual({ items, nextCursor: null });
  });
});

describe('a cursor in a range of time', () => {
  const [cursor] = items;
  const [earlier, same, later] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)).toISOString());
  const end = (at: string | undefined) => ({ at: new Date(at ?? ''), id: '00000000-0000-0000-0000-000000000000' });

  it('cursorUpTo: is the end of the range unless the cursor is earlier', () => {
    expect(cursorUpTo(undefined, cursor)).toBe(cursor);
    expect(cursorUpTo(later, cursor)).toBe(cursor);
    expect(cursorUpTo(same, cursor)).toEqual(end(same));
    expect(cursorUpTo(earlier, cursor)).toEqual(end(earlier));
    expect(cursorUpTo(earlier, undefined)).toEqual(end(earlier));
    expect(cursorUpTo(undefined, undefined)).toBeUndefined();
  });

  it('cursorFrom: is the beginning of the range unless the cursor is later', () => {
    expect(cursorFrom(undefined, cursor)).toBe(cursor);
    expect(cursorFrom(earlier, cursor)).toBe(cursor);
    expect(cursorFrom(same, cursor)).toBe(cursor);
    expect(cursorFrom(later, cursor)).toEqual(end(later));
    expect(cursorFrom(later, undefined)).toEqual(end(later));
    expect(cursorFrom(undefined, undefined)).toBeUndefined();
  });
});

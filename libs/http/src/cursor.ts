import { ApiProperty } from '@nestjs/swagger';
import { NIL } from 'uuid';
import { QueryNumberField, isId, isTimestamp, ValidateWith, TextField } from './validation/fields.js';
import { LimitField, MAX_PAGE_SIZE, PageQuery } from './page.js';

const EXAMPLE = 'MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIDAxOWI3NmRhLWE4MDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMQ';

/** A position in a list. The time has a precision of milliseconds, which its column must have too. */
export interface Cursor {
  at: Date;
  id: string;
  /** What the list is sorted by, unless by time. */
  value?: number;
}

/** Where a list is read from: after the item of a cursor, or after a number of items. */
export interface ListPosition {
  cursor?: Cursor | undefined;
  offset?: number;
}

/** The query parameters of a list that is read by cursor. The cost does not depend on the position. */
export class CursorQuery {
  @LimitField('Items at once; more than 100 is applied as 100')
  limit = 30;

  @TextField({
    min: 1,
    max: 200,
    optional: true,
    description: '`nextCursor` of the response before',
    example: EXAMPLE,
  })
  @ValidateWith((value) =>
    parseCursor(value) === undefined ? 'must be `nextCursor` of an earlier response' : undefined,
  )
  cursor?: string;

  /** The applied `limit`. */
  get size(): number {
    return Math.min(this.limit, MAX_PAGE_SIZE);
  }

  /** The position before the first item; undefined at the beginning of the list. */
  get start(): Cursor | undefined {
    return parseCursor(this.cursor);
  }
}

/**
 * The field `nextCursor` of the response to a {@link CursorQuery}.
 * @param options.isOptional whether it is absent without a cursor, as in the response to a {@link PageOrCursorQuery}
 */
export const NextCursor = ({ isOptional = false } = {}): PropertyDecorator =>
  ApiProperty({
    type: String,
    nullable: true,
    required: !isOptional,
    description:
      'The `cursor` of the items after these; null at the end' +
      (isOptional ? '. Absent unless the request has a `cursor`' : ''),
    example: EXAMPLE,
  });

/** The query parameters of a list that is read by pages, or by cursor from an empty `cursor` on. */
export class PageOrCursorQuery {
  @QueryNumberField({ default: 1, description: 'Page, from 1. Not together with `cursor`' })
  page?: number;

  @LimitField('Items at once; more than 100 is applied as 100')
  limit = 30;

  @TextField({
    min: 0,
    max: 200,
    optional: true,
    description:
      'Reads the list by cursor: empty to begin, then `nextCursor` of the response before. Each item that exists all the ' +
      'time is read exactly once. Not together with `page`',
  })
  @ValidateWith((value) =>
    value === '' || isTimeCursor(parseCursor(value))
      ? undefined
      : 'must be empty or `nextCursor` of an earlier response',
  )
  @ValidateWith((_, query) =>
    (query as PageOrCursorQuery).page === undefined ? undefined : 'must not be given with page',
  )
  cursor?: string;

  /** The applied `limit`. */
  get size(): number {
    return Math.min(this.limit, MAX_PAGE_SIZE);
  }

  /** The page, the first one if the list is read by cursor. */
  get asPage(): PageQuery {
    return Object.assign(new PageQuery(), { page: this.page ?? 1, limit: this.limit });
  }

  /** Where the list is read from; undefined if it is read by pages. */
  get position(): Pick<CursorQuery, 'size' | 'start'> | undefined {
    return this.cursor === undefined ? undefined : { size: this.size, start: parseCursor(this.cursor) };
  }
}

/**
 * The requested items, and the cursor of the next ones.
 * @param read returns up to `limit` items after a cursor, or from the beginning if it is undefined
 */
export async function readFromCursor<Item>(
  { size, start }: Pick<CursorQuery, 'size' | 'start'>,
  read: (after: Cursor | undefined, limit: number) => Promise<Item[]>,
  cursorOf: (item: Item) => Cursor,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  // One more than is returned, to know whether there are more.
  const found = await read(start, size + 1);
  const items = found.slice(0, size);
  const last = found.length > size ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : toCursor(cursorOf(last)) };
}

/**
 * The same from a page or a cursor on, as the query says. Without a cursor there is no `nextCursor`.
 * @param read returns up to `limit` items from a position
 */
export async function readPageOrCursor<Item>(
  { position, asPage }: PageOrCursorQuery,
  read: (from: ListPosition, limit: number) => Promise<Item[]>,
  cursorOf: (item: Item) => Cursor,
): Promise<{ items: Item[]; nextCursor?: string | null }> {
  if (position === undefined) return { items: await read({ offset: asPage.offset }, asPage.size) };
  return readFromCursor(position, (cursor, limit) => read({ cursor }, limit), cursorOf);
}

/** The cursor, or the end of the time range if that is earlier. */
export function cursorUpTo(to: string | undefined, cursor: Cursor | undefined): Cursor | undefined {
  if (to === undefined) return cursor;
  const end = { at: new Date(to), id: NIL };
  return cursor !== undefined && cursor.at < end.at ? cursor : end;
}

/** The cursor, or the beginning of the time range if that is later. */
export function cursorFrom(from: string | undefined, cursor: Cursor | undefined): Cursor | undefined {
  if (from === undefined) return cursor;
  const start = { at: new Date(from), id: NIL };
  return cursor !== undefined && cursor.at >= start.at ? cursor : start;
}

export function toCursor({ at, id, value }: Cursor): string {
  return Buffer.from([at.toISOString(), id, ...(value === undefined ? [] : [value])].join(' ')).toString('base64url');
}

function parseCursor(value: unknown): Cursor | undefined {
  if (typeof value !== 'string') return undefined;
  const [at, id, sorted = ''] = Buffer.from(value, 'base64url').toString().split(' ');
  if (!isTimestamp(at) || !isId(id)) return undefined;
  return { at: new Date(at), id, ...(/^\d{1,10}$/.test(sorted) && { value: Number(sorted) }) };
}

const isTimeCursor = (cursor: Cursor | undefined) => cursor !== undefined && cursor.value === undefined;

import { QueryNumberField, isId, isTimestamp, Obeys, TextField } from './validation/fields.js';
import { MAX_PAGE_SIZE } from './page.js';

/** A place in a list that is read newest first. Times are in milliseconds, as the columns that are read by must be. */
export interface Place {
  at: Date;
  id: string;
}

/** The query parameters of a list that is read onwards from a place, at the same cost however far it is. */
export class CursorQuery {
  @QueryNumberField({ default: 30, description: 'Items at once; more than 100 is applied as 100' })
  limit = 30;

  @TextField({
    min: 1,
    max: 200,
    optional: true,
    description: '`next` of the answer before',
    example: 'MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIDAxOWI3NmRhLWE4MDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMQ',
  })
  @Obeys((value) => (parseCursor(value) === undefined ? 'must be `next` of an earlier answer' : undefined))
  after?: string;

  /** Items as applied. */
  get size(): number {
    return Math.min(this.limit, MAX_PAGE_SIZE);
  }

  /** Where to go on; undefined at the beginning. */
  get place(): Place | undefined {
    return parseCursor(this.after);
  }
}

export function toCursor({ at, id }: Place): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');
}

function parseCursor(value: unknown): Place | undefined {
  if (typeof value !== 'string') return undefined;
  const [at, id] = Buffer.from(value, 'base64url').toString().split(' ');
  return isTimestamp(at) && isId(id) ? { at: new Date(at), id } : undefined;
}

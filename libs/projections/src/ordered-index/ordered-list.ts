import { MAX, NIL } from 'uuid';

/** A part of a list's order. */
export interface OrderKey {
  /** Expression over the table's columns, as the table's index has it. */
  readonly column: string;
  readonly kind: 'number' | 'timestamp';
}

export interface ListDefinition {
  /** Name of the list, such as `quiz-standings`. */
  readonly name: string;
  readonly table: string;
  /** SQL: which rows of the table are entries, all by default. Indexes of the table have the same condition. */
  readonly where?: string;
  /** Column that identifies the list within the table, such as `quiz_id`. Without it the table is one list. */
  readonly subject?: string;
  /** The sort keys before `id`: up to three. */
  readonly keys: readonly OrderKey[];
  /** Column of a uuid that differs in all entries of a list: the last part of the order. */
  readonly id: string;
  /** Whether all parts of the order descend. */
  readonly descending?: boolean;
  /** SQL: a condition under which the list is not indexed, because too many of its entries change. */
  readonly unless?: string;
}

/** The subject of a list that has its table for itself. */
export const WHOLE_TABLE: string = NIL;

/** Entries before a page up to which it is read by skipping them; shorter lists have no index. */
export const NEAR = 2_000;

/** The columns of a position in the order, the same for all lists. */
const POSITION_COLUMNS = ['key1', 'key2', 'key3', 'entry_id'];
export const POSITION = POSITION_COLUMNS.join(', ');

/** Bounds of all numbers and timestamps in use. Timestamps are stored as milliseconds since 1970. */
const LAST = { number: 9_000_000_000_000_000, timestamp: 253_402_300_799_000 };
const FIRST = { number: -LAST.number, timestamp: 0 };

/** The position of an alias. */
export function positionOf(alias: string): string {
  return POSITION_COLUMNS.map((part) => `${alias}.${part}`).join(', ');
}

/** The SQL of one ordered list. Its table must have an index on subject, keys and id, in this order. */
export class OrderedList {
  readonly name: string;
  readonly table: string;
  readonly id: string;
  /** For ORDER BY: the entries in their order, and backwards; the same of positions. */
  readonly order: string;
  readonly backwards: string;
  readonly positionOrder: string;
  readonly positionsBackwards: string;
  /** The position of a row of the table, for a SELECT of it. */
  readonly position: string;
  /** A position before all others, and one after them, for a SELECT. */
  readonly beginning: string;
  readonly end: string;
  readonly unless: string;
  /** Which rows of the table are entries, as SQL. */
  readonly where: string;
  /** The subject of a row of the table, as SQL. */
  readonly subject: string;
  private readonly keys: readonly OrderKey[];
  private readonly isWholeTable: boolean;
  private readonly descending: boolean;

  constructor({
    name,
    table,
    where = 'true',
    subject,
    keys,
    id,
    descending = false,
    unless = 'false',
  }: ListDefinition) {
    this.name = name;
    this.table = table;
    this.id = id;
    this.unless = unless;
    this.where = where;
    this.keys = keys;
    this.subject = subject ?? `'${WHOLE_TABLE}'::uuid`;
    this.isWholeTable = subject === undefined;
    this.descending = descending;
    const columns = [...keys.map(({ column }) => column), id];
    const [forth, back] = descending ? ['DESC', 'ASC'] : ['ASC', 'DESC'];
    this.order = columns.map((column) => `${column} ${forth}`).join(', ');
    this.backwards = columns.map((column) => `${column} ${back}`).join(', ');
    this.positionOrder = POSITION_COLUMNS.map((part) => `${part} ${forth}`).join(', ');
    this.positionsBackwards = POSITION_COLUMNS.map((part) => `${part} ${back}`).join(', ');
    this.position = `${[0, 1, 2].map((index) => this.keyOf(index)).join(', ')}, ${id} AS entry_id`;
    this.beginning = descending ? this.bound(LAST, MAX) : this.bound(FIRST, NIL);
    this.end = descending ? this.bound(FIRST, NIL) : this.bound(LAST, MAX);
  }

  /** The subject of a row of the table. @param row its columns by their names */
  subjectOf(row: Readonly<Record<string, unknown>>): unknown {
    return this.isWholeTable ? WHOLE_TABLE : row[this.subject];
  }

  /** Whether a row of the table is in the list of a subject. */
  isOf(subject: string): string {
    return this.isWholeTable ? this.where : `${this.subject} = ${subject} AND ${this.where}`;
  }

  /** Whether a row of the table comes before the position of an alias. */
  rowIsBefore(alias: string): string {
    return this.compareRow(this.descending ? '>' : '<', alias);
  }

  rowIsFrom(alias: string): string {
    return this.compareRow(this.descending ? '<=' : '>=', alias);
  }

  /** Whether a position comes before another one, both by their aliases. */
  isBefore(one: string, other: string): string {
    return `(${positionOf(one)}) ${this.descending ? '>' : '<'} (${positionOf(other)})`;
  }

  /** The opposite, in a form that an index can answer. */
  isFrom(one: string, other: string): string {
    return `(${positionOf(one)}) ${this.descending ? '<=' : '>='} (${positionOf(other)})`;
  }

  private keyOf(index: number): string {
    const { column, kind } = this.keys[index] ?? { column: '0', kind: 'number' };
    return `(${kind === 'number' ? column : `extract(epoch FROM ${column}) * 1000`})::bigint AS key${index + 1}`;
  }

  private bound(of: Record<OrderKey['kind'], number>, id: string): string {
    const keys = [0, 1, 2].map((index) => `${of[this.keys[index]?.kind ?? 'number']}::bigint AS key${index + 1}`);
    return `${keys.join(', ')}, '${id}'::uuid AS entry_id`;
  }

  private compareRow(operator: string, alias: string): string {
    const values = this.keys.map(({ kind }, index) => {
      const key = `${alias}.key${index + 1}`;
      return kind === 'number' ? key : `to_timestamp(${key} / 1000.0)`;
    });
    const columns = this.keys.map(({ column }) => column);
    return `(${[...columns, this.id].join(', ')}) ${operator} (${[...values, `${alias}.entry_id`].join(', ')})`;
  }
}

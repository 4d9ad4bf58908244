import { NIL } from 'uuid';

/** Entries before a page up to which it is read by skipping them; shorter leaderboards have no checkpoints. */
export const NEAR = 2_000;

/** The board of the leaderboard over all quizzes. Those of quizzes are identified by their quizzes. */
export const GLOBAL_BOARD: string = NIL;

/** The columns of a position in the order, the same for both tables: three integers and the user. */
const POSITION_COLUMNS = ['key1', 'key2', 'key3', 'entry_id'];
export const POSITION = POSITION_COLUMNS.join(', ');

/** The position of an alias. */
export const positionOf = (alias: string): string => POSITION_COLUMNS.map((part) => `${alias}.${part}`).join(', ');

/** Positions before and after all entries, for a SELECT. Timestamps are milliseconds since 1970. */
export const BEGINNING = `(-9e15)::bigint AS key1, (-9e15)::bigint AS key2, 0::bigint AS key3, '${NIL}'::uuid AS entry_id`;
export const END = `9e15::bigint AS key1, 9e15::bigint AS key2, 0::bigint AS key3, '${NIL}'::uuid AS entry_id`;

interface RankingDefinition {
  readonly table: 'quiz_standings' | 'global_standings';
  /** SQL: the board of a row. */
  readonly board: string;
  /** SQL: the sort keys before the user, as the index of the table has them. All ascend. */
  readonly keys: readonly [string, string, string];
  /** Whether the third key is a timestamp. The others are integers. */
  readonly endsWithTimestamp?: boolean;
}

/** The order of the leaderboards of a table, as SQL. The table has an index on its board, keys and user, in this order. */
export class Ranking {
  readonly table: string;
  readonly board: string;
  /** For ORDER BY: the entries in their order, and backwards. */
  readonly order: string;
  readonly backwards: string;
  /** The position of a row, for a SELECT from the table. */
  readonly position: string;
  private readonly endsWithTimestamp: boolean;

  constructor({ table, board, keys, endsWithTimestamp = false }: RankingDefinition) {
    this.table = table;
    this.board = board;
    this.endsWithTimestamp = endsWithTimestamp;
    const columns = [...keys, 'user_id'];
    this.order = columns.join(', ');
    this.backwards = columns.map((column) => `${column} DESC`).join(', ');
    const numbers = endsWithTimestamp ? [keys[0], keys[1], `(extract(epoch FROM ${keys[2]}) * 1000)`] : keys;
    this.position = `${numbers.map((key, index) => `${key}::bigint AS key${index + 1}`).join(', ')}, user_id AS entry_id`;
  }

  /** Whether a row of the table is in the leaderboard of a board. Suspended users are not listed. */
  readonly isOf = (board: string): string => (this.board === 'quiz_id' ? `quiz_id = ${board} AND ${LISTED}` : LISTED);

  /** Compares a row of the table with the position of an alias, in a form that the index can answer. */
  readonly row = (operator: '<' | '>=', alias: string): string => {
    const key3 = this.endsWithTimestamp ? `to_timestamp(${alias}.key3 / 1000.0)` : `${alias}.key3`;
    return `(${this.order}) ${operator} (${alias}.key1, ${alias}.key2, ${key3}, ${alias}.entry_id)`;
  };
}

/** Standings of suspended users are maintained like all others, but not listed and not counted. */
export const LISTED = 'NOT suspended';

import { isId } from '#libs/http';
import { NIL } from 'uuid';

/** The last change that a reader has seen, in the order of changes. */
export interface FeedPosition {
  /** In decimal digits. */
  position: string;
  quizId: string;
  id: string;
}

/** Where a reader continues. */
export interface FeedCursor extends FeedPosition {
  /** The identity of the database that the reader has read. */
  database: string;
  /** When its reader last knew all changes, or began to read, by the clock of the database. */
  at: Date;
}

/** Before all changes. */
export const START: FeedPosition = { position: '-1', quizId: NIL, id: NIL };

const FORM = /^([\da-f]{32}) (\d{1,10}) (-1|\d{1,18}) (\S+) (\S+)$/;

export function toFeedCursor({ database, at, position, quizId, id }: FeedCursor): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return Buffer.from([database, seconds, position, quizId, id].join(' ')).toString('base64url');
}

/** @returns undefined for a text that is no cursor of the feed */
export function parseFeedCursor(value: unknown): FeedCursor | undefined {
  if (typeof value !== 'string') return undefined;
  const found = FORM.exec(Buffer.from(value, 'base64url').toString());
  const [, database = '', seconds, position = '', quizId, id] = found ?? [];
  if (!isId(quizId) || !isId(id)) return undefined;
  return { database, at: new Date(Number(seconds) * 1_000), position, quizId, id };
}

import { createHash } from 'node:crypto';
import { isId } from '#libs/http';
import { NIL } from 'uuid';

/** The last change that a reader has seen, in the order of changes. */
export interface FeedPosition {
  /** In decimal digits. */
  position: string;
  id: string;
}

/** Where a reader continues. */
export interface FeedCursor extends FeedPosition {
  /** The start of the database server from which it was read. */
  server: string;
  /** When its reader last knew all changes, or began to read, by the clock of the database. */
  at: Date;
}

/** Before all changes. */
export const START: FeedPosition = { position: '-1', id: NIL };

/** Names what a reader may read and asks for: a cursor that continued another selection would skip what only that one has. */
export function selectionOf(rights: unknown, filters: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([rights, ...filters]))
    .digest('base64url')
    .slice(0, 22);
}

const FORM = /^([\da-f]{32}) (\d{1,10}) (-1|\d{1,18}) (\S+) ([\w-]{22})$/;

export function toFeedCursor({ server, at, position, id }: FeedCursor, selection: string): string {
  // Rounded up, so that no cursor ends early.
  const seconds = Math.ceil(at.getTime() / 1_000);
  return Buffer.from([server, seconds, position, id, selection].join(' ')).toString('base64url');
}

/** @returns undefined for a text that is no cursor of the feed */
export function parseFeedCursor(value: unknown): (FeedCursor & { selection: string }) | undefined {
  if (typeof value !== 'string') return undefined;
  const found = FORM.exec(Buffer.from(value, 'base64url').toString());
  const [, server = '', seconds, position = '', id, selection = ''] = found ?? [];
  if (!isId(id)) return undefined;
  return { server, at: new Date(Number(seconds) * 1_000), position, id, selection };
}

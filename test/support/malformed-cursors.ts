import { type Call, type Outcome, queryOf } from './malformed-oracle.js';

/** A list that is read by pages or by cursor: not every text is a cursor, and none goes with a page. */
export function byPageOrCursor({ request }: Call, declared: Outcome[]): Outcome[] {
  const query = queryOf(request.target);
  const cursor = query.get('cursor');
  if (cursor === null) return declared;
  const invalid = { status: 400, paths: ['cursor'] };
  if (query.has('page')) return [invalid];
  return cursor === '' ? declared : [...declared, invalid];
}

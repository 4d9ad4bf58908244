import { Injectable } from '@nestjs/common';
import { Database, sql } from '#libs/database';
import { ServiceUnavailable } from '#libs/http';
import type { FeedCursor } from './feed-cursor.js';
import { CLUSTER } from './change-positions.js';

/** Up to where the feed can be read now. */
export interface Horizon {
  /** The start of the database server that it was read from. */
  server: string;
  /** Changes before this position are committed and readable, or rolled back. In decimal digits. */
  horizon: string;
  /** The time of the database. */
  at: Date;
  /** Whether all that the reader of the cursor has read is in this database. */
  isKnown: boolean;
}

/** SQL of what differs after each start of the server, in each database, and for each table of that name. */
const SERVER = `md5(concat_ws(' ', ${CLUSTER}, (SELECT oid FROM pg_database WHERE datname = current_database()),
  pg_relation_filenode('change_horizons'), extract(epoch FROM pg_postmaster_start_time())))`;

/**
 * Stores the new horizon before anybody reads up to it, if there are changes before it. A database that has the row has all changes
 * before its horizon: their transactions had ended when the row was written.
 */
const ADVANCE = sql(`
  WITH positions AS (
    SELECT cluster = ${CLUSTER} AS is_current, ${SERVER} AS server,
      base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon
    FROM change_positions
  ), stored AS (
    SELECT horizon FROM change_horizons WHERE server = (SELECT server FROM positions)
  ), news AS (
    SELECT server, positions.horizon FROM positions LEFT JOIN stored ON true
    WHERE is_current AND (stored.horizon IS NULL OR positions.horizon > least(
      (SELECT min(change_position) FROM attempts WHERE change_position >= stored.horizon),
      (SELECT min(change_position) FROM deleted_attempts WHERE change_position >= stored.horizon)))
  ), advanced AS (
    INSERT INTO change_horizons AS current (server, horizon) SELECT server, horizon FROM news
    ON CONFLICT (server) DO UPDATE SET horizon = excluded.horizon WHERE current.horizon < excluded.horizon
  )
  SELECT is_current AS "isCurrent", server, now() AS at, coalesce(news.horizon, stored.horizon)::text AS horizon,
    EXISTS (SELECT FROM change_horizons WHERE server = $1::text AND horizon > $2::bigint) AS "isKnown"
  FROM positions LEFT JOIN stored ON true LEFT JOIN news USING (server)`);

/** Knows up to where the feed can be read, and up to where it was read before. */
@Injectable()
export class ChangeHorizons {
  constructor(private readonly database: Database) {}

  /** @throws ServiceUnavailable while the positions of a restored database do not continue yet */
  async advance(cursor: FeedCursor | undefined): Promise<Horizon> {
    const [found] = await this.database.query<Horizon & { isCurrent: boolean }>(ADVANCE, [
      cursor?.server ?? '',
      cursor?.position ?? '0',
    ]);
    if (found?.isCurrent !== true) throw new ServiceUnavailable();
    return found;
  }
}

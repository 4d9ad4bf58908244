import { Injectable } from '@nestjs/common';
import { Database, type Reader, sql } from '#libs/database';
import { type CursorQuery, httpErrors, readFromCursor, ValidationFailed } from '#libs/http';
import { externalIdProblem } from './external-id.js';
import type { Player, PlayerList } from './players.dto.js';

interface Row {
  id: string;
  externalId: string;
  displayName: string;
  image: string | null;
  suspended: boolean;
  createdAt: Date;
}

const COLUMNS = `id, external_id AS "externalId", display_name AS "displayName", image, suspended, created_at AS "createdAt"`;

const READ = sql(`SELECT ${COLUMNS} FROM users WHERE application_id = $1 AND external_id = ANY ($2::text[])`);

const READ_AFTER = sql(`
  SELECT ${COLUMNS} FROM users WHERE application_id = $1 AND external_id > $2 ORDER BY external_id LIMIT $3`);

const EXTERNAL_ID = sql(`SELECT external_id AS "externalId" FROM users WHERE application_id = $1 AND id = $2`);

/** Reads the players of an application. Those of others do not exist for it. */
@Injectable()
export class PlayerReader {
  constructor(private readonly database: Database) {}

  /** @throws PlayerNotFound */
  async get(applicationId: string, externalId: string): Promise<Player> {
    const isPossible = externalIdProblem(externalId) === undefined;
    const player = isPossible ? (await this.find(applicationId, [externalId])).get(externalId) : undefined;
    if (player === undefined) throw new httpErrors.PlayerNotFound();
    return player;
  }

  /** @returns the players by external id, without unknown ones */
  async find(
    applicationId: string,
    externalIds: readonly string[],
    reader: Reader = this.database,
  ): Promise<ReadonlyMap<string, Player>> {
    const rows = await reader.query<Row & object>(READ, [applicationId, externalIds]);
    return new Map(rows.map((row) => [row.externalId, toPlayer(row)]));
  }

  /** In the order of their external ids. @throws ValidationFailed for a cursor that has the id of no player of the application */
  async list(applicationId: string, query: CursorQuery): Promise<PlayerList> {
    const { items, nextCursor } = await readFromCursor(
      query,
      async (after, limit) => {
        const externalId = after === undefined ? '' : await this.externalIdOf(applicationId, after.id);
        return this.database.query<Row & object>(READ_AFTER, [applicationId, externalId, limit]);
      },
      ({ createdAt, id }) => ({ at: createdAt, id }),
    );
    return { players: items.map(toPlayer), nextCursor };
  }

  private async externalIdOf(applicationId: string, id: string): Promise<string> {
    const [found] = await this.database.query<{ externalId: string }>(EXTERNAL_ID, [applicationId, id]);
    if (found === undefined)
      throw new ValidationFailed([
        'cursor: is none of this list, or its player was deleted. Begin again without a cursor',
      ]);
    return found.externalId;
  }
}

function toPlayer({ id, externalId, displayName, image, suspended }: Row): Player {
  return { id, externalId, displayName, image, ...(suspended && { suspended }) };
}

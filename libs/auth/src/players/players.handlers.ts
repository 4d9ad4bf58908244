// Answers the queries of #libs/profiles: this module owns the users.
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { FindPlayers, GetExternalIds } from '#libs/profiles';

const EXTERNAL_IDS = sql(`
  SELECT id, external_id AS "externalId" FROM users WHERE id = ANY ($1::uuid[]) AND external_id IS NOT NULL`);

@QueryHandler(GetExternalIds)
export class GetExternalIdsHandler implements IQueryHandler<GetExternalIds> {
  constructor(private readonly database: Database) {}

  async execute({ userIds, transaction }: GetExternalIds): Promise<ReadonlyMap<string, string>> {
    const reader = transaction ?? this.database;
    const rows = await reader.query<{ id: string; externalId: string }>(EXTERNAL_IDS, [userIds]);
    return new Map(rows.map(({ id, externalId }) => [id, externalId]));
  }
}

const PLAYERS = sql(`
  SELECT id FROM users WHERE application_id = $1 AND external_id = $2`);

const PLAYERS_OF_ALL = sql(`
  SELECT id FROM users WHERE application_id IS NOT NULL AND external_id = $1`);

@QueryHandler(FindPlayers)
export class FindPlayersHandler implements IQueryHandler<FindPlayers> {
  constructor(private readonly database: Database) {}

  async execute({ externalId, applicationId }: FindPlayers): Promise<string[]> {
    const rows =
      applicationId === undefined
        ? await this.database.query<{ id: string }>(PLAYERS_OF_ALL, [externalId])
        : await this.database.query<{ id: string }>(PLAYERS, [applicationId, externalId]);
    return rows.map(({ id }) => id);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Snapshots, type Statement } from '#libs/database';
import { GetProfiles, type Profile } from '#libs/profiles';
import { oneAtATime, type Semaphore } from '#libs/traffic';

/** Number of entries in memory. */
const BATCH = 500;

/**
 * Reads whole leaderboards, each from one snapshot: a user whose rank changes in the meantime would be missing or be there twice. The
 * snapshot occupies a connection until the last entry is read, so that an instance has one at a time. It ends if its reader pauses for
 * longer than `DATABASE_STATEMENT_TIMEOUT_MS`.
 */
@Injectable()
export class BoardReader {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.semaphore = oneAtATime(configuration);
  }

  /**
   * The entries of a leaderboard in batches.
   * @param statement selects the rows of the leaderboard in their order
   * @param toEntries as `toQuizEntries` and `toGlobalEntries`
   * @throws Overloaded if others are read
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the rows that the statement selects
  read<Row extends { userId: string }, Entry>(
    statement: Statement,
    values: unknown[],
    toEntries: (rows: Row[], offset: number, profiles: ReadonlyMap<string, Profile>) => Entry[],
  ): AsyncGenerator<Entry[]> {
    const { queries, snapshots } = this;
    return this.semaphore.during(() =>
      snapshots.during(async function* (snapshot) {
        let offset = 0;
        for await (const rows of snapshot.stream<Row>(statement, values, BATCH)) {
          const ids = rows.map(({ userId }) => userId);
          yield toEntries(rows, offset, await queries.execute(new GetProfiles(ids, snapshot)));
          offset += rows.length;
        }
      }),
    );
  }
}

import { Readable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Snapshots, type Statement } from '#libs/database';
import { GetProfiles, type Profile } from '#libs/profiles';
import { oneAtATime, Semaphore } from '#libs/traffic';

/** Number of entries in memory with their names. */
const BATCH = 500;

/** Exports of an instance. One of a million entries takes some 40 MB. */
const CONCURRENT_EXPORTS = 4;

/**
 * Reads whole leaderboards, each from one snapshot: a user whose rank changes in the meantime would be missing or be there twice. The
 * snapshot ends when all rows are in memory, compressed and without names, however slowly their reader takes them.
 */
@Injectable()
export class BoardReader {
  private readonly exports: Semaphore;
  private readonly snapshotReads: Semaphore;

  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.exports = new Semaphore(CONCURRENT_EXPORTS, 10, configuration.REQUEST_DEADLINE_MS / 2);
    this.snapshotReads = oneAtATime(configuration);
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
    const { queries } = this;
    const readAhead = () => this.readAhead(statement, values);
    return this.exports.stream(async function* () {
      let offset = 0;
      for await (const batch of readAhead()) {
        const rows = deserialize(inflateRawSync(batch as Buffer)) as Row[];
        const profiles = await queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
        yield toEntries(rows, offset, profiles);
        offset += rows.length;
      }
    });
  }

  /** The rows in compressed batches. They are read at the speed of the database, not of the reader. */
  private readAhead(statement: Statement, values: unknown[]): Readable {
    const batches = this.snapshotReads.stream(() =>
      this.snapshots.during(async function* (snapshot) {
        for await (const rows of snapshot.stream(statement, values, BATCH)) yield deflateRawSync(serialize(rows));
      }),
    );
    return Readable.from(batches, { highWaterMark: Number.MAX_SAFE_INTEGER });
  }
}

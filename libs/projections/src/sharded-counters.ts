import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { Database, type Reader, BatchLoader, sql, type Transaction } from '#libs/database';

/** Rows per counter, so that concurrent transactions that change it seldom wait for each other. */
const SHARDS = 8;

const ADD = sql(`
  INSERT INTO sharded_counters (subject, name, shard, value)
  SELECT subject, name, $4, value FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS delta (subject, name, value)
  ORDER BY subject, name
  ON CONFLICT (subject, name, shard) DO UPDATE SET value = sharded_counters.value + excluded.value`);

const READ = sql(`
  SELECT name, subject, sum(value)::bigint AS value FROM sharded_counters
  WHERE (subject, name) IN (SELECT * FROM unnest($1::uuid[], $2::text[])) GROUP BY subject, name`);

const SUBJECTS = sql('SELECT DISTINCT subject FROM sharded_counters WHERE name = $1');

const DROP = sql('DELETE FROM sharded_counters WHERE subject = $1 AND name = ANY ($2::text[])');

/** The subject of a counter of everything. */
export const EVERYTHING: string = NIL;

/** A change of the counter `name` of a subject, or of everything. */
export interface CountDelta {
  name: string;
  subject?: string;
  delta: number;
}

interface CounterKey {
  name: string;
  subject: string;
}

const idOf = ({ name, subject }: CounterKey) => `${subject} ${name}`;

/** Sizes of lists. The transactions that change a list update its counter, so that no page counts rows. */
@Injectable()
export class ShardedCounters {
  private readonly lookup: BatchLoader<CounterKey, number>;

  constructor(database: Database) {
    this.lookup = new BatchLoader(async (keys) => {
      const rows = await database.query<CounterKey & { value: string }>(READ, [
        keys.map(({ subject }) => subject),
        keys.map(({ name }) => name),
      ]);
      const values = new Map(rows.map((row) => [idOf(row), Number(row.value)]));
      return new Map(keys.map((key) => [key, values.get(idOf(key)) ?? 0]));
    }, idOf);
  }

  /** The counter `name` of a subject, or of everything. */
  async read(name: string, subject = EVERYTHING): Promise<number> {
    return (await this.lookup.get({ name, subject })) ?? 0;
  }

  /** The counters `name` of these subjects as a snapshot has them. Subjects without one are left out. */
  async readIn(reader: Reader, name: string, subjects: readonly string[] = [EVERYTHING]): Promise<Map<string, number>> {
    const names = subjects.map(() => name);
    const rows = await reader.query<{ subject: string; value: string }>(READ, [subjects, names]);
    return new Map(rows.map(({ subject, value }) => [subject, Number(value)]));
  }

  /** The subjects that have a counter of this name. */
  async subjectsIn(reader: Reader, name: string): Promise<string[]> {
    return (await reader.query<{ subject: string }>(SUBJECTS, [name])).map(({ subject }) => subject);
  }

  /** Adds to counters, to each at most once. */
  async add(transaction: Transaction, deltas: readonly CountDelta[]): Promise<void> {
    const changes = deltas.filter(({ delta }) => delta !== 0);
    if (changes.length === 0) return;
    const shard = Math.floor(Math.random() * SHARDS);
    await transaction.query(ADD, [
      changes.map(({ subject }) => subject ?? EVERYTHING),
      changes.map(({ name }) => name),
      changes.map(({ delta }) => delta),
      shard,
    ]);
  }

  /** Deletes the counters of a deleted subject. */
  async drop(transaction: Transaction, subject: string, names: readonly string[]): Promise<void> {
    await transaction.query(DROP, [subject, names]);
  }
}

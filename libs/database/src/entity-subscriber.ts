import { type BeforeQueryEvent, type EntitySubscriberInterface, EventSubscriber, type QueryRunner } from 'typeorm';

export function allowWrites({ data }: QueryRunner): void {
  data.areWritesAllowed = true;
}

export function forbidWrites({ data }: QueryRunner): void {
  data.areWritesAllowed = false;
}

const READS =
  /^[\s(]*(?:\/\*.*?\*\/\s*)?(?:SELECT|WITH|VALUES|TABLE|SHOW|EXPLAIN|SET|START|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/is;

/** Writes in a common table expression or after EXPLAIN. */
const WRITES = /\b(?:INSERT\s+INTO|UPDATE\s+(?:ONLY\s+)?[\w."]+\s+(?:AS\s+\w+\s+)?SET|DELETE\s+FROM|MERGE\s+INTO)\b/i;

/**
 * Limits what TypeORM sends outside the unit of work to reads: repositories, query builders and `query()` of the data
 * source. A write there would be committed without its audit entry and without the writes of other modules' listeners.
 */
@EventSubscriber()
export class EntitySubscriber implements EntitySubscriberInterface {
  beforeQuery({ query, queryRunner }: BeforeQueryEvent): void {
    if (queryRunner.data.areWritesAllowed === true || (READS.test(query) && !WRITES.test(query))) return;
    const [beginning] = /^\s*(?:\S+\s+){0,2}\S+/.exec(query) ?? [''];
    throw new Error(`${beginning.trim()} … runs outside the unit of work: use the transaction of UnitOfWork.run()`);
  }
}

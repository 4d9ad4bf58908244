import {
  type AfterQueryEvent,
  type BeforeQueryEvent,
  type EntitySubscriberInterface,
  EventSubscriber,
  type QueryRunner,
  type TransactionStartEvent,
} from 'typeorm';
import { isReadOnly } from './database-errors.js';

export function allowWrites({ data }: QueryRunner): void {
  data.areWritesAllowed = true;
}

export function forbidWrites({ data }: QueryRunner): void {
  data.areWritesAllowed = false;
}

const mayWrite = ({ data }: QueryRunner): boolean => data.areWritesAllowed === true;

const READS =
  /^[\s(]*(?:\/\*.*?\*\/\s*)?(?:SELECT|WITH|VALUES|TABLE|SHOW|EXPLAIN|SET|START|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/is;

/** Writes that follow such a beginning: in a common table expression, after EXPLAIN, or in another statement. */
const WRITES = /;\s*\S|\b(?:INTO\s+[\w"]|UPDATE\s[\w\s."*]{1,200}\sSET\s|DELETE\s+FROM\s|TRUNCATE\s+[\w"])/i;

/** SQL with empty texts, whose words are no statements. */
const withoutTexts = (query: string) => query.replaceAll(/'(?:[^']|'')*'/g, "''");

export function outsideUnitOfWork(query: string, cause?: unknown): Error {
  const [beginning] = /^\s*(?:\S+\s+){0,2}\S+/.exec(query) ?? [''];
  return new Error(`${beginning.trim()} … runs outside the unit of work: use the transaction of UnitOfWork.run()`, {
    cause,
  });
}

/**
 * Limits what TypeORM sends outside the unit of work to reads: repositories, query builders and query runners. A write
 * there would be committed without its audit entry and without the writes of other modules' listeners. The errors say
 * what to use instead; in a transaction, PostgreSQL also rejects writes that they do not show.
 */
@EventSubscriber()
export class EntitySubscriber implements EntitySubscriberInterface {
  beforeQuery({ query, queryRunner }: BeforeQueryEvent): void {
    if (!mayWrite(queryRunner) && (!READS.test(query) || WRITES.test(withoutTexts(query))))
      throw outsideUnitOfWork(query);
  }

  afterQuery({ query, queryRunner, error }: AfterQueryEvent): void {
    if (!mayWrite(queryRunner) && isReadOnly(error)) throw outsideUnitOfWork(query, error);
  }

  async afterTransactionStart({ queryRunner }: TransactionStartEvent): Promise<void> {
    if (!mayWrite(queryRunner)) await queryRunner.query('SET TRANSACTION READ ONLY');
  }
}

import { Injectable } from '@nestjs/common';
import { Database, deferredSubjects } from '#libs/database';
import { ERASURES, type Erasure, UserDataTables } from '#libs/user-data';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { LateErasure } from './late-erasure.js';

/** SQL: the users who were erased in a way, without those whose data are being deleted. */
const erased = (way: Erasure) =>
  `SELECT user_id FROM erased_users WHERE way = '${way}' AND user_id NOT IN (${deferredSubjects()})`;

/** Nothing is left of users who were erased, and each table with ids of users says what it holds of them. */
@Injectable()
@ChecksConsistencyOf('data of erased users')
export class ErasedUsersCheck implements ConsistencyCheck {
  constructor(
    private readonly database: Database,
    private readonly tables: UserDataTables,
    private readonly late: LateErasure,
  ) {}

  async *run(): AsyncGenerator<CheckBatch> {
    const expected = 'declared by @HoldsUserData';
    yield { differences: this.tables.undeclared().map((where) => ({ where, expected, found: 'not declared' })) };
    for (const way of ERASURES) {
      for (const { table, statement } of this.tables.rest(way, erased(way))) {
        const left = await this.database.query<{ userId: string; rows: number }>(statement);
        yield {
          compared: left.length,
          differences: left.map(({ userId, rows }) => ({
            where: `${table} of user ${userId}`,
            expected: '0 rows',
            found: `${rows} rows`,
          })),
          repair: async (transaction) => {
            for (const { userId } of left) await this.late.repeat(userId, transaction);
            return false;
          },
        };
      }
    }
  }
}

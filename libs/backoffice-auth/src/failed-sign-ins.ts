import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { Audited, THE_SERVICE } from '#libs/audit';
import { userSubject } from '#libs/auth';
import { Background, Database, sql, UnitOfWork } from '#libs/database';
import type { FailedSignInCount } from './backoffice-auth.dto.js';

/** Stands for all emails that belong to no account: the typed text is not stored. */
const NOBODY = { kind: 'user', id: NIL, name: 'Unknown accounts' };

const THIS_HOUR = "date_trunc('hour', now(), 'UTC')";

const COUNT = sql(`
  INSERT INTO failed_sign_ins AS counted (hour, user_id, failures) VALUES (${THIS_HOUR}, $1, 1)
  ON CONFLICT (hour, user_id) DO UPDATE SET failures = counted.failures + 1`);

const TAKE = sql(`
  DELETE FROM failed_sign_ins WHERE (hour, user_id) IN (
    SELECT hour, user_id FROM failed_sign_ins WHERE hour < ${THIS_HOUR}
    ORDER BY hour, user_id LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING hour, user_id AS "userId", failures`);

const COUNT_UNWRITTEN = sql('SELECT COALESCE(sum(failures), 0)::int AS failures FROM failed_sign_ins');

interface Failures {
  hour: Date;
  userId: string;
  failures: number;
}

/**
 * Counts failed sign-ins, and writes them into the audit log once an hour is over: the log only grows, and strangers must not
 * fill it. The count is deleted and its entry written in one transaction, so that only one of many instances writes it.
 */
@Injectable()
export class FailedSignIns implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.background.everyInSteps(60_000, 'Writing failed sign-ins into the audit log', () => this.writeEntries());
  }

  /** @param userId undefined for an email that belongs to no account */
  async count(userId: string | undefined): Promise<void> {
    await this.database.query(COUNT, [userId ?? NOBODY.id]);
  }

  /** Counts those that the audit log does not contain yet. */
  async countUnwritten(): Promise<FailedSignInCount> {
    const [counted] = await this.database.query<FailedSignInCount>(COUNT_UNWRITTEN);
    return counted ?? { failures: 0 };
  }

  /** Writes an entry for some accounts and hours that are over. @returns whether more may be left */
  writeEntries(): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const taken = await transaction.query<Failures>(TAKE);
      for (const { hour, userId: id, failures } of taken) {
        const subject = id === NOBODY.id ? NOBODY : userSubject({ id });
        await transaction.publish(new Audited(THE_SERVICE, 'session.failed', subject, { failures, hour }));
      }
      return taken.length > 0;
    });
  }
}

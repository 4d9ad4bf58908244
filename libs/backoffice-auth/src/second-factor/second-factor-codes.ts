import { Injectable } from '@nestjs/common';
import { type User, userSubject } from '#libs/auth';
import { Audited } from '#libs/audit';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { TooManySignIns } from '../backoffice-auth.errors.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { hashRecoveryCode } from './recovery-code.js';
import { SecondFactorEntity } from './second-factor.entity.js';
import { isTotpForm, stepOf } from './totp.js';

/**
 * Wrong codes for one user, from any client, in a day that begins with the first of them. Three codes are valid at any time, so an
 * attacker who knows the password guesses one with a probability of 1 : 33,000 a day. Codes are needed only at sign-in, after the
 * correct password, and recovery codes are accepted beyond the limit: nobody without the password can lock the user out of the app's
 * codes, and nobody at all out of recovery codes.
 */
const MAX_WRONG_CODES = 10;

const LOCK = sql(`
  SELECT secret, last_step AS "lastStep",
    CASE WHEN wrong_since > now() - interval '1 day' THEN wrong_codes ELSE 0 END AS "wrongCodes",
    extract(epoch FROM wrong_since + interval '1 day' - now())::float8 * 1000 AS "leftMs"
  FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE`);

interface Row {
  secret: string;
  lastStep: number;
  wrongCodes: number;
  /** Time until the day of the wrong codes is over, in milliseconds. */
  leftMs: number;
}

/** Accepts codes of authenticator apps and recovery codes, each once across all instances. */
@Injectable()
export class SecondFactorCodes {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Uses a code up.
   * @param address of the client
   * @returns whether it was correct
   * @throws TooManySignIns if too many were wrong; a recovery code is accepted nevertheless
   */
  use(user: User, code: string, address: string): Promise<boolean> {
    return this.unitOfWork.run((transaction) =>
      isTotpForm(code)
        ? this.useTotp(user.id, code, transaction)
        : this.useRecoveryCode(user, code, address, transaction),
    );
  }

  private async useTotp(userId: string, code: string, transaction: Transaction): Promise<boolean> {
    const [row] = await transaction.query<Row>(LOCK, [userId]);
    if (row === undefined) return false;
    if (row.wrongCodes >= MAX_WRONG_CODES) throw new TooManySignIns(row.leftMs);
    const step = stepOf(code, row.secret, Date.now());
    const isCorrect = step !== undefined && step > row.lastStep;
    const wrong = { wrongCodes: row.wrongCodes + 1, ...(row.wrongCodes === 0 && { wrongSince: () => 'now()' }) };
    await transaction.manager.update(SecondFactorEntity, { userId }, isCorrect ? { lastStep: step } : wrong);
    return isCorrect;
  }

  private async useRecoveryCode(user: User, code: string, address: string, transaction: Transaction): Promise<boolean> {
    const { manager } = transaction;
    const { id: userId } = user;
    const { affected } = await manager.delete(RecoveryCodeEntity, { userId, codeHash: hashRecoveryCode(code) });
    if (affected !== 1) return false;
    const left = await manager.countBy(RecoveryCodeEntity, { userId });
    const actor = { userId, keyId: null, address };
    await transaction.publish(new Audited(actor, 'recovery-code.used', userSubject(user), { left }));
    return true;
  }
}

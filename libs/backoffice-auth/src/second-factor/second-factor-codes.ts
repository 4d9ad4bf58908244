import { Injectable } from '@nestjs/common';
import type { User } from '#libs/auth';
import { Audited } from '#libs/audit';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { TooManySignIns } from '../backoffice-auth.errors.js';
import { hashRecoveryCode } from './recovery-code.js';
import { isTotpForm, stepOf } from './totp.js';

/**
 * Wrong codes of a day for one user, counted from the first of them, whoever enters them and wherever. Three codes are right at any
 * time, so that somebody who knows the password guesses one with a probability of 1 : 33,000 a day. Codes are asked for at the sign-in
 * only, after the right password, and recovery codes are taken all the same: nobody without the password can keep the user from codes
 * of the app, and nobody at all from recovery codes.
 */
const MAX_WRONG_CODES = 10;

const LOCK = sql(`
  SELECT secret, last_step AS "lastStep",
    CASE WHEN wrong_since > now() - interval '1 day' THEN wrong_codes ELSE 0 END AS "wrongCodes",
    extract(epoch FROM wrong_since + interval '1 day' - now())::float8 * 1000 AS "leftMs"
  FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE`);

const USE_STEP = sql('UPDATE second_factors SET last_step = $2 WHERE user_id = $1');

const COUNT_WRONG = sql(`
  UPDATE second_factors SET wrong_codes = $2, wrong_since = CASE WHEN $2 = 1 THEN now() ELSE wrong_since END
  WHERE user_id = $1`);

const USE_RECOVERY_CODE = sql('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING 1');

const COUNT_RECOVERY_CODES = sql('SELECT count(*)::int AS left FROM recovery_codes WHERE user_id = $1');

interface Row {
  secret: string;
  lastStep: number;
  wrongCodes: number;
  /** Until the day of the wrong codes is over, in milliseconds. */
  leftMs: number;
}

/** Takes codes of authenticator apps and recovery codes, each once at all instances together. */
@Injectable()
export class SecondFactorCodes {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Uses a code up.
   * @param address where the client is
   * @returns whether it was right
   * @throws TooManySignIns where too many were wrong; a recovery code is taken all the same
   */
  use(user: Pick<User, 'id' | 'displayName'>, code: string, address: string | null): Promise<boolean> {
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
    const isRight = step !== undefined && step > row.lastStep;
    if (isRight) await transaction.query(USE_STEP, [userId, step]);
    else await transaction.query(COUNT_WRONG, [userId, row.wrongCodes + 1]);
    return isRight;
  }

  private async useRecoveryCode(
    { id, displayName }: Pick<User, 'id' | 'displayName'>,
    code: string,
    address: string | null,
    transaction: Transaction,
  ): Promise<boolean> {
    if ((await transaction.query(USE_RECOVERY_CODE, [id, hashRecoveryCode(code)])).length === 0) return false;
    const [{ left } = { left: 0 }] = await transaction.query<{ left: number }>(COUNT_RECOVERY_CODES, [id]);
    const actor = { userId: id, keyId: null, address };
    const subject = { kind: 'user', id, name: displayName };
    await transaction.publish(new Audited(actor, 'recovery-code.used', subject, { left }));
    return true;
  }
}

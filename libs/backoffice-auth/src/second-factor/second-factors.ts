import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Database, sql, type Transaction } from '#libs/database';
import type { SecondFactor } from './second-factor.dto.js';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-code.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { SecondFactorEntity } from './second-factor.entity.js';
import { NoEnrolment } from './second-factor.errors.js';
import { stepOf } from './totp.js';

/** How long an enrolment can be confirmed, by the database's clock. */
const ENROLMENT_MINUTES = 15;

/** Most codes that may be tried for an enrolment. Its owner knows the secret; an attacker in their session would have to guess. */
const MAX_CODES_OF_ENROLMENT = 10;

const GET = sql(`
  SELECT EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS "isOn",
    (SELECT count(*) FROM recovery_codes WHERE user_id = $1)::int AS "recoveryCodesLeft"`);

const BEGIN = sql(`
  INSERT INTO second_factors (user_id, secret) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, begun_at = now(), wrong_codes = 0
  WHERE second_factors.confirmed_at IS NULL
  RETURNING 1`);

const COUNT_CODE = sql(`
  UPDATE second_factors SET wrong_codes = wrong_codes + 1
  WHERE user_id = $1 AND confirmed_at IS NULL AND wrong_codes < ${MAX_CODES_OF_ENROLMENT}
    AND begun_at > now() - interval '${ENROLMENT_MINUTES} minutes'
  RETURNING secret`);

const REMOVE = sql('DELETE FROM second_factors WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "wasOn"');

/** An enrolment whose code was correct. */
interface Confirmation {
  secret: string;
  /** The time step of the code. */
  step: number;
}

/** The second factors of users. `SecondFactorCodes` checks codes. */
@Injectable()
export class SecondFactors {
  constructor(private readonly database: Database) {}

  async get(userId: string): Promise<SecondFactor> {
    const [state] = await this.database.query<SecondFactor>(GET, [userId]);
    return state ?? { isOn: false, recoveryCodesLeft: 0 };
  }

  /** Begins an enrolment, and replaces one that was not confirmed. @returns false if the user has a second factor */
  async begin(userId: string, secret: string, transaction: Transaction): Promise<boolean> {
    return (await transaction.query(BEGIN, [userId, secret])).length > 0;
  }

  /**
   * Checks a code of the enrolment in progress. It counts as wrong until the enrolment is confirmed, which limits concurrent codes
   * too.
   * @returns undefined for a wrong code
   * @throws NoEnrolment if none has begun in the last 15 minutes, or ten codes of it were wrong
   */
  async checkEnrolment(userId: string, code: string): Promise<Confirmation | undefined> {
    const [enrolment] = await this.database.query<{ secret: string }>(COUNT_CODE, [userId]);
    if (enrolment === undefined) throw new NoEnrolment();
    const step = stepOf(code, enrolment.secret, Date.now());
    return step === undefined ? undefined : { secret: enrolment.secret, step };
  }

  /** Turns the second factor on. @throws NoEnrolment if the enrolment is no longer the one that was checked */
  async confirm(userId: string, { secret, step }: Confirmation, transaction: Transaction): Promise<void> {
    const { affected } = await transaction.manager.update(
      SecondFactorEntity,
      { userId, secret, confirmedAt: IsNull() },
      { confirmedAt: () => 'now()', lastStep: step, wrongCodes: 0 },
    );
    if (affected !== 1) throw new NoEnrolment();
  }

  /** Locks a second factor until the end of the transaction. @returns whether there is one */
  async lock(userId: string, transaction: Transaction): Promise<boolean> {
    const factor = await transaction.manager.findOne(SecondFactorEntity, {
      where: { userId, confirmedAt: Not(IsNull()) },
      lock: { mode: 'pessimistic_write' },
    });
    return factor !== null;
  }

  /** Replaces the recovery codes; the second factor is locked. @returns the new ones */
  async renewRecoveryCodes(userId: string, transaction: Transaction): Promise<string[]> {
    const codes = generateRecoveryCodes();
    const rows = codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) }));
    await transaction.manager.delete(RecoveryCodeEntity, { userId });
    await transaction.manager.insert(RecoveryCodeEntity, rows);
    return codes;
  }

  /** @returns whether there was one */
  async remove(userId: string, transaction: Transaction): Promise<boolean> {
    // In this order: a transaction that creates new codes has locked the factor.
    const [removed] = await transaction.query<{ wasOn: boolean }>(REMOVE, [userId]);
    await transaction.manager.delete(RecoveryCodeEntity, { userId });
    return removed?.wasOn === true;
  }
}

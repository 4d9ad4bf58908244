import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '#libs/platform';
import type { SecondFactor } from './second-factor.dto.js';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-code.js';
import { stepOf } from './totp.js';

const GET = sql(`
  SELECT EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS "isOn",
    (SELECT count(*) FROM recovery_codes WHERE user_id = $1)::int AS "recoveryCodesLeft"`);

const BEGIN = sql(`
  INSERT INTO second_factors (user_id, secret) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret WHERE second_factors.confirmed_at IS NULL
  RETURNING 1`);

const FIND_ENROLMENT = sql('SELECT secret FROM second_factors WHERE user_id = $1 AND confirmed_at IS NULL FOR UPDATE');

const CONFIRM = sql('UPDATE second_factors SET confirmed_at = now(), last_step = $2 WHERE user_id = $1');

const LOCK = sql('SELECT 1 FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE');

const DELETE_RECOVERY_CODES = sql('DELETE FROM recovery_codes WHERE user_id = $1');

const INSERT_RECOVERY_CODES = sql(`
  INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, code_hash FROM unnest($2::bytea[]) AS code_hash`);

const REMOVE = sql('DELETE FROM second_factors WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "wasOn"');

/** Which users have a second factor. Codes are checked by `SecondFactorCodes`. */
@Injectable()
export class SecondFactors {
  constructor(private readonly database: Database) {}

  async get(userId: string): Promise<SecondFactor> {
    const [state] = await this.database.query<SecondFactor>(GET, [userId]);
    return state ?? { isOn: false, recoveryCodesLeft: 0 };
  }

  /** Begins an enrolment, in the place of one that was not confirmed. @returns false where the user has a second factor */
  async begin(userId: string, secret: string, transaction: Transaction): Promise<boolean> {
    return (await transaction.query(BEGIN, [userId, secret])).length > 0;
  }

  /** @returns whether the code is of the enrolment, which is confirmed then; undefined where none has begun */
  async confirm(userId: string, code: string, transaction: Transaction): Promise<boolean | undefined> {
    const [enrolment] = await transaction.query<{ secret: string }>(FIND_ENROLMENT, [userId]);
    if (enrolment === undefined) return undefined;
    const step = stepOf(code, enrolment.secret, Date.now());
    if (step === undefined) return false;
    await transaction.query(CONFIRM, [userId, step]);
    return true;
  }

  /** Keeps a second factor as it is until the end of the transaction. @returns whether there is one */
  async lock(userId: string, transaction: Transaction): Promise<boolean> {
    return (await transaction.query(LOCK, [userId])).length > 0;
  }

  /** @returns new recovery codes, in the place of those before; the second factor is locked */
  async renewRecoveryCodes(userId: string, transaction: Transaction): Promise<string[]> {
    const codes = generateRecoveryCodes();
    await transaction.query(DELETE_RECOVERY_CODES, [userId]);
    await transaction.query(INSERT_RECOVERY_CODES, [userId, codes.map(hashRecoveryCode)]);
    return codes;
  }

  /** @returns whether there was one */
  async remove(userId: string, transaction: Transaction): Promise<boolean> {
    // In this order: whoever makes new codes has locked the factor.
    const [removed] = await transaction.query<{ wasOn: boolean }>(REMOVE, [userId]);
    await transaction.query(DELETE_RECOVERY_CODES, [userId]);
    return removed?.wasOn === true;
  }
}

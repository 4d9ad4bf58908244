// A user's authenticator app, and the clock that it shares with the service.
import { Secret, TOTP } from 'otpauth';
import { vi } from 'vitest';
import type { Backoffice } from './backoffice.js';
import { noteSecret } from './run-log.js';

export const STEP_MS = 30_000;

/**
 * The clock of this process. It stays at the beginning of a step until the test advances it; `vi.restoreAllMocks`
 * restores the real clock.
 */
export class Clock {
  private now = Math.ceil(Date.now() / STEP_MS) * STEP_MS;

  constructor() {
    vi.spyOn(Date, 'now').mockImplementation(() => this.now);
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
  }
}

/** The code that an app shows. */
export class Authenticator {
  constructor(readonly secret: string) {}

  /** @param drift of the phone's clock, in milliseconds */
  code(drift = 0): string {
    return TOTP.generate({ secret: Secret.fromBase32(this.secret), timestamp: Date.now() + drift });
  }

  /** A code of six digits that is currently invalid. */
  wrongCode(): string {
    const right = [-1, 0, 1].map((steps) => this.code(steps * STEP_MS));
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  }
}

/** Sets up a second factor for the signed-in user. */
export async function enrol(
  session: Backoffice,
  password: string,
): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const { secret } = await session.call<{ secret: string }>('POST', '/session/second-factor', { password });
  noteSecret(secret);
  const app = new Authenticator(secret);
  const { recoveryCodes } = await session.call<{ recoveryCodes: string[] }>(
    'POST',
    '/session/second-factor/confirmation',
    { code: app.code() },
  );
  recoveryCodes.forEach(noteSecret);
  return { app, recoveryCodes };
}

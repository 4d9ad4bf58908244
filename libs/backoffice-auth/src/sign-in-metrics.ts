import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '#libs/observability';
import { Overloaded } from '#libs/http';
import { InvalidCredentials, TooManySignIns } from './backoffice-auth.errors.js';
import { OidcRefusal } from './oidc/oidc.errors.js';
import { InvalidCode, SecondFactorRequired } from './second-factor/second-factor.errors.js';

const METHODS = ['password', 'oidc'] as const;

/** `refused`: who they are was not proven or they may not; `limited`: not tried; `failed`: something was out of order. */
const OUTCOMES = ['success', 'refused', 'limited', 'failed'] as const;

/** Counts how sign-ins end. */
@Injectable()
export class SignInMetrics {
  private readonly signIns: Counter<'method' | 'outcome'>;

  constructor(metrics: Metrics) {
    this.signIns = metrics.counter('quiz_sign_ins_total', 'Sign-ins of administrators, by how they ended', [
      'method',
      'outcome',
    ]);
    for (const method of METHODS) for (const outcome of OUTCOMES) this.signIns.inc({ method, outcome }, 0);
  }

  /** @throws what the sign-in throws */
  async count<Result>(method: (typeof METHODS)[number], signIn: () => Promise<Result>): Promise<Result> {
    const result = await this.countRefusals(method, signIn);
    this.signIns.inc({ method, outcome: 'success' });
    return result;
  }

  /** Counts a part of a sign-in that does not complete it. @throws what the part throws */
  async countRefusals<Result>(method: (typeof METHODS)[number], part: () => Promise<Result>): Promise<Result> {
    try {
      return await part();
    } catch (error) {
      // Who is asked for the code goes on.
      if (!(error instanceof SecondFactorRequired)) this.signIns.inc({ method, outcome: outcomeOf(error) });
      throw error;
    }
  }
}

function outcomeOf(error: unknown): (typeof OUTCOMES)[number] {
  if (error instanceof TooManySignIns || error instanceof Overloaded) return 'limited';
  const isRefusal = error instanceof OidcRefusal && error.code !== 'oidc-unavailable';
  return isRefusal || error instanceof InvalidCredentials || error instanceof InvalidCode ? 'refused' : 'failed';
}

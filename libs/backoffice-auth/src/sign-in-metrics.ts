import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '#libs/observability';
import { Overloaded } from '#libs/http';
import { InvalidCredentials, TooManySignIns } from './backoffice-auth.errors.js';
import { OidcError } from './oidc/oidc.errors.js';
import { InvalidCode, SecondFactorRequired } from './second-factor/second-factor.errors.js';

const METHODS = ['password', 'oidc'] as const;

/** `rejected`: the credentials were wrong, or the user may not sign in; `limited`: not tried; `failed`: a fault of a service. */
const OUTCOMES = ['success', 'rejected', 'limited', 'failed'] as const;

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

  /** @throws the errors of the sign-in */
  async count<Result>(method: (typeof METHODS)[number], signIn: () => Promise<Result>): Promise<Result> {
    const result = await this.countErrors(method, signIn);
    this.signIns.inc({ method, outcome: 'success' });
    return result;
  }

  /** Counts the errors of a part of a sign-in that does not complete it. @throws the errors of the part */
  async countErrors<Result>(method: (typeof METHODS)[number], part: () => Promise<Result>): Promise<Result> {
    try {
      return await part();
    } catch (error) {
      // The client must send the code, and continues.
      if (!(error instanceof SecondFactorRequired)) this.signIns.inc({ method, outcome: outcomeOf(error) });
      throw error;
    }
  }
}

function outcomeOf(error: unknown): (typeof OUTCOMES)[number] {
  if (error instanceof TooManySignIns || error instanceof Overloaded) return 'limited';
  const isRejection = error instanceof OidcError && error.code !== 'oidc-unavailable';
  return isRejection || error instanceof InvalidCredentials || error instanceof InvalidCode ? 'rejected' : 'failed';
}

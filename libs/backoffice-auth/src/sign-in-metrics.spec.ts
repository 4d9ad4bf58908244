import { Metrics } from '#libs/observability';
import { Overloaded, ServiceUnavailable } from '#libs/http';
import { InvalidCredentials, TooManySignIns } from './backoffice-auth.errors.js';
import { type OidcErrorCode, OidcError } from './oidc/oidc.errors.js';
import { SignInMetrics } from './sign-in-metrics.js';

const oidcError = (code: OidcErrorCode) => new OidcError(code, 'for a reason');

async function counted(work: (metrics: SignInMetrics) => Promise<unknown>): Promise<string[]> {
  const metrics = new Metrics();
  await work(new SignInMetrics(metrics)).catch(() => undefined);
  const { values } = await metrics.counter('quiz_sign_ins_total', '').get();
  return values.flatMap(({ value, labels }) => (value > 0 ? Object.values(labels).join(' ') : []));
}

describe('SignInMetrics counts a sign-in', () => {
  it.each([
    ['rejected', new InvalidCredentials()],
    ['rejected', oidcError('oidc-rejected')],
    ['rejected', oidcError('oidc-email')],
    ['rejected', oidcError('oidc-failed')],
    ['limited', new TooManySignIns(1)],
    ['limited', new Overloaded()],
    ['failed', oidcError('oidc-unavailable')],
    ['failed', new ServiceUnavailable()],
  ])('as %s if it ends with %p', async (outcome, error) => {
    expect(await counted((metrics) => metrics.count('oidc', () => Promise.reject(error)))).toEqual([`oidc ${outcome}`]);
    expect(await counted((metrics) => metrics.countErrors('oidc', () => Promise.reject(error)))).toEqual([
      `oidc ${outcome}`,
    ]);
  });

  it('as a success once it is complete', async () => {
    expect(await counted((metrics) => metrics.count('password', () => Promise.resolve()))).toEqual([
      'password success',
    ]);
    expect(await counted((metrics) => metrics.countErrors('oidc', () => Promise.resolve()))).toEqual([]);
  });
});

it('SignInMetrics: returns the result and throws the error of the sign-in', async () => {
  const metrics = new SignInMetrics(new Metrics());
  const error = new InvalidCredentials();
  await expect(metrics.count('password', () => Promise.resolve('a token'))).resolves.toBe('a token');
  await expect(metrics.count('password', () => Promise.reject(error))).rejects.toBe(error);
});

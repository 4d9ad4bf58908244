import { describeError, isUnreachable, wasDenied } from './provider-errors.js';

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

describe('provider errors', () => {
  it.each([
    [error('fetch failed'), true],
    [error('something went wrong', { cause: error('fetch failed') }), true],
    [error('operation timed out', { cause: { name: 'TimeoutError' } }), true],
    [error('unexpected HTTP response status code', { cause: { status: 503 } }), true],
    [error('server responded with an error', { status: 400, cause: { error: 'invalid_grant' } }), false],
    [error('JWT signature verification failed'), false],
    ['fetch failed', false],
    [undefined, false],
  ])('%s: unreachable is %s', (failure, expected) => expect(isUnreachable(failure)).toBe(expected));

  it.each([
    [error('', { error: 'access_denied' }), true],
    [error('', { error: 'server_error' }), false],
    [null, false],
  ])('%s: denied is %s', (failure, expected) => expect(wasDenied(failure)).toBe(expected));

  it('are described in one line, with their cause', () => {
    const cause = error('unexpected "nonce"', { cause: { expected: 'n0nce', claims: { name: 'Ada' } } });
    expect(describeError(error('unexpected claim', { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', cause }))).toBe(
      'unexpected claim: OAUTH_JWT_CLAIM_COMPARISON_FAILED: unexpected "nonce"',
    );
  });

  it("are described with the provider's text, without possible secrets", () => {
    const code = 'AbC-_123456789.aBcDefGhijK';
    const failure = error('rejected', {
      error: 'invalid_grant',
      error_description: `code ${code} was used (AADSTS54005)`,
    });
    expect(describeError(failure)).toBe('rejected: invalid_grant: code *** was used (AADSTS54005)');
    expect(describeError(error('x'.repeat(1_000)))).toHaveLength(500);
  });
});

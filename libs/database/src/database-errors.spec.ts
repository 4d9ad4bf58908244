import { hasSqlState, isDatabaseUnavailable } from './database-errors.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const wrapped = (driverError: Error) => Object.assign(new Error('Query failed'), { driverError });

describe('isDatabaseUnavailable', () => {
  it.each([
    ...['08006', '25006', '53300', '57P01', '57P03', '57014', '55P03', '25P03', '40001', '40P01'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
  ])('isDatabaseUnavailable: code %s is a temporary failure', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
    expect(isDatabaseUnavailable(wrapped(withCode(code)))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([withCode('OTHER'), withCode(code)]))).toBe(true);
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('isDatabaseUnavailable: "%s" is a temporary failure', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it.each(['23505', '23514', '22P02', '42P01', '25P02', 'ENOSPC', ''])(
    'isDatabaseUnavailable: code %s is not a temporary failure',
    (code) => {
      expect(isDatabaseUnavailable(withCode(code))).toBe(false);
      expect(isDatabaseUnavailable(wrapped(withCode(code)))).toBe(false);
    },
  );

  it('isDatabaseUnavailable: other values than errors are not', () => {
    for (const value of [undefined, null, 'ECONNREFUSED', { code: '08006' }])
      expect(isDatabaseUnavailable(value)).toBe(false);
  });

  it('isDatabaseUnavailable: supports an error that is its own cause', () => {
    const error = new Error('odd') as Error & { driverError?: unknown };
    error.driverError = error;
    expect([isDatabaseUnavailable(error), hasSqlState(error, '23505')]).toEqual([false, false]);
  });
});

describe('hasSqlState', () => {
  it('hasSqlState: reads the code of an error or of the error that it wraps', () => {
    const error = withCode('23505');
    expect([hasSqlState(error, '23505'), hasSqlState(wrapped(error), '23505')]).toEqual([true, true]);
    expect([hasSqlState(error, '23503'), hasSqlState('23505', '23505')]).toEqual([false, false]);
  });
});

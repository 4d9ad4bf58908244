/** The result did not arrive in time. */
export class TimeoutError extends Error {}

/**
 * Waits for a response of another process, for a limited time.
 * @throws TimeoutError if it does not arrive in time. Time in which this process was busy does not count: data that have arrived
 *   in the meantime are read first.
 */
export function withTimeout<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimeoutError(`no answer within ${milliseconds} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

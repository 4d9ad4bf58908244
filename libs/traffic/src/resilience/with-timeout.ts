/** What did not come in time. */
export class TimeoutError extends Error {}

/**
 * Waits for an answer from outside, for a limited time.
 * @throws TimeoutError where it does not come in time. A time in which this process was busy does not count: what has arrived
 *   meanwhile is read first.
 */
export function withTimeout<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimeoutError(`no answer within ${milliseconds} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

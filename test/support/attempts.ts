// Submits attempts and returns the results.
import type { paths } from '#libs/client';
import type { AttemptBody, Player } from './factories.js';

export type AttemptResult = paths['/quizzes/{id}/attempts']['post']['responses']['201']['content']['application/json'];

export interface Submission {
  status: number;
  /** The result, if the attempt was accepted. */
  result: AttemptResult | undefined;
  /** The error text, if it was rejected. */
  error: string | undefined;
  replayed: boolean;
}

/** Submits an attempt, optionally with an Idempotency-Key. */
export async function submit(
  { api }: Pick<Player, 'api'>,
  quizId: string,
  body: AttemptBody,
  key?: string,
): Promise<Submission> {
  const { data, error, response } = await api.POST('/quizzes/{id}/attempts', {
    params: { path: { id: quizId }, header: key === undefined ? {} : { 'Idempotency-Key': key } },
    body,
  });
  return {
    status: response.status,
    result: data,
    error: error?.error,
    replayed: response.headers.get('idempotency-replayed') === 'true',
  };
}

/** Submits an attempt that must be accepted. */
export async function submitAccepted(
  player: Pick<Player, 'api'>,
  quizId: string,
  body: AttemptBody,
): Promise<AttemptResult> {
  const { status, result, error } = await submit(player, quizId, body);
  if (result === undefined) throw new Error(`The attempt was rejected: ${status} ${error ?? ''}`);
  return result;
}

/** The number of responses by status, such as `{ 201: 1, 409: 49 }`. */
export function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

// Submitting attempts and what comes back.
import type { paths } from './api.gen.js';
import type { AttemptBody, Player } from './factories.js';

export type AttemptResult = paths['/quizzes/{id}/attempts']['post']['responses']['201']['content']['application/json'];

export interface Submission {
  status: number;
  /** The result, where the attempt was accepted. */
  result: AttemptResult | undefined;
  /** The text of the refusal, where it was not. */
  error: string | undefined;
  replayed: boolean;
}

/** Submits an attempt, with an Idempotency-Key where one is given. */
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
  if (result === undefined) throw new Error(`The attempt was refused: ${status} ${error ?? ''}`);
  return result;
}

/** How often each status came, such as `{ 201: 1, 409: 49 }`. */
export function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { judgeAnswer, type Outcome, type Verdict } from './judge-answer.js';
import { type Answer, postQuiz, type Service } from './post-quiz.js';
import type { RateLimitGate } from './rate-limit-gate.js';
import type { Line } from './read-lines.js';

export interface Sender {
  service: Service;
  gate: RateLimitGate;
  /** Pauses before a line is sent again, in milliseconds: as many as there are retries. */
  retryDelaysMs: readonly number[];
  /** Told of a pause before a retry: its end in Unix milliseconds, and why. */
  onRetry: (until: number, reason: string) => void;
}

/** The import cannot go on. The message says why, on one line. */
export class ImportStopped extends Error {}

/** The service rejects the key or is another one: the same command would fail again. */
export class CommandRejected extends ImportStopped {}

/**
 * Sends a line until the service has decided about it. Sending again is safe: the Idempotency-Key makes it one quiz.
 *
 * @throws CommandRejected when every further line would fail too; ImportStopped when the service stays away; the reason of `signal`
 */
export async function sendLine(line: Line, sender: Sender, signal: AbortSignal): Promise<Outcome> {
  let retries = 0;
  for (;;) {
    const verdict = await attempt(line, sender, signal);
    switch (verdict.kind) {
      case 'rate limited':
        continue;
      case 'stop':
        throw new CommandRejected(`line ${line.number}: ${verdict.reason}`);
      case 'in progress':
      case 'unavailable':
        break;
      default:
        return verdict;
    }
    const delay = sender.retryDelaysMs[retries];
    if (delay === undefined) {
      const reason = `${verdict.reason} (tried ${retries + 1} times)`;
      if (verdict.kind === 'in progress') return { kind: 'refused', reason };
      throw new ImportStopped(`line ${line.number}: ${reason}`);
    }
    retries += 1;
    const pause = Math.max(delay, verdict.retryAfterMs ?? 0);
    sender.onRetry(Date.now() + pause, verdict.reason);
    await sleep(pause, undefined, { signal });
  }
}

async function attempt(line: Line, { service, gate }: Sender, signal: AbortSignal): Promise<Verdict> {
  await gate.enter(signal);
  let answer: Answer | undefined;
  try {
    answer = await postQuiz(service, line, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'unavailable', reason: failure(error as FetchError, service) };
  } finally {
    gate.leave(answer);
  }
  return judgeAnswer(answer);
}

/** What `fetch` rejects with: the system's error, where there is one, is the cause. */
type FetchError = Error & { cause?: Error & { code?: string } };

function failure({ name, message, cause }: FetchError, { baseUrl, timeoutMs }: Service): string {
  if (name === 'TimeoutError') return `no answer from ${baseUrl} within ${timeoutMs / 1000} s`;
  // Where a host has several addresses, the cause has a code but an empty message.
  return `no answer from ${baseUrl}: ${[cause?.message, cause?.code].find(Boolean) ?? message}`;
}

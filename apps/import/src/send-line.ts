import { setTimeout as sleep } from 'node:timers/promises';
import { judgeResponse, type Outcome, type Verdict } from './judge-response.js';
import { type ServiceResponse, postQuiz, type Service } from './post-quiz.js';
import type { RateLimitGate } from './rate-limit-gate.js';
import type { Line } from './read-lines.js';

export interface Sender {
  service: Service;
  gate: RateLimitGate;
  /** Pauses before retries of a line, in milliseconds: one for each retry. */
  retryDelaysMs: readonly number[];
  /** Called before the pause of a retry with its end in Unix milliseconds, and the reason. */
  onRetry: (until: number, reason: string) => void;
}

/** The import cannot continue. The message has the reason, in one line. */
export class ImportStopped extends Error {}

/** The service rejects the key or is not a quiz service: the same command would fail again. */
export class CommandRejected extends ImportStopped {}

/**
 * Sends a line until the service has accepted or rejected it. Repeating it is safe, because of the Idempotency-Key.
 *
 * @throws CommandRejected when every further line would fail too; ImportStopped when the service stays unavailable; the reason of `signal`
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
      if (verdict.kind === 'in progress') return { kind: 'rejected', reason };
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
  let response: ServiceResponse | undefined;
  try {
    response = await postQuiz(service, line, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'unavailable', reason: failure(error as FetchError, service) };
  } finally {
    gate.leave(response);
  }
  return judgeResponse(response);
}

/** An error of `fetch`; the system's error, if any, is its cause. */
type FetchError = Error & { cause?: Error & { code?: string } };

function failure({ name, message, cause }: FetchError, { baseUrl, timeoutMs }: Service): string {
  if (name === 'TimeoutError') return `no response from ${baseUrl} within ${timeoutMs / 1000} s`;
  // If a host has several addresses, the cause has a code but an empty message.
  return `no response from ${baseUrl}: ${[cause?.message, cause?.code].find(Boolean) ?? message}`;
}

import { createHash } from 'node:crypto';
import { QuizServiceError, type QuizServiceClient, RateLimitError } from '#libs/client';
import { judgeFailure } from './judge-failure.js';
import { type Line, trimEnd } from './read-lines.js';

/** The outcome of a line. `reason` is for the reader of the report. */
export type Outcome = { kind: 'created' } | { kind: 'already there' } | { kind: 'rejected'; reason: string };

/** The service rejects larger bodies by their Content-Length, and closes the connection before the response can be read. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The longest window of the rate limit. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** The import cannot continue. The message has the reason, in one line. */
export class ImportStopped extends Error {}

/** The service rejects the key or is not a quiz service: the same command would fail again. */
export class CommandRejected extends ImportStopped {}

export interface Service {
  client: QuizServiceClient;
  /** API root without a trailing slash. */
  baseUrl: string;
}

/**
 * Sends a line, unchanged, until the service has accepted or rejected it. Repeating it is safe, because of the Idempotency-Key.
 *
 * @throws CommandRejected when every further line would fail too; ImportStopped when the service stays unavailable; the reason of `signal`
 */
export async function sendLine({ number, content }: Line, service: Service, signal: AbortSignal): Promise<Outcome> {
  if (content.length > MAX_BODY_BYTES) return { kind: 'rejected', reason: '413 Request body is too large' };
  try {
    return await create(content, service.client, signal);
  } catch (error) {
    if (!(error instanceof QuizServiceError)) throw error;
    const { kind, reason } = judgeFailure(error, service.baseUrl);
    if (kind === 'rejected') return { kind, reason };
    throw new (kind === 'unavailable' ? ImportStopped : CommandRejected)(`line ${number}: ${reason}`, { cause: error });
  }
}

async function create(content: Buffer, { api }: QuizServiceClient, signal: AbortSignal): Promise<Outcome> {
  const params = { header: { 'Idempotency-Key': idempotencyKey(content) } };
  for (;;) {
    try {
      const { response } = await api.POST('/quizzes', { params, body: content as never, bodySerializer: asIs, signal });
      return { kind: response.headers.get('idempotency-replayed') === 'true' ? 'already there' : 'created' };
    } catch (error) {
      // Other programs may use the same key, for as long as they like. Without a wait the client gave up because it is too long.
      if (!(error instanceof RateLimitError) || (error.retryAfterMs ?? 0) > DAY_MS) throw error;
    }
  }
}

const asIs = (body: unknown) => body;

/** The same for lines that differ only in trailing whitespace. */
export function idempotencyKey(content: Buffer): string {
  return `import-${createHash('sha256').update(trimEnd(content)).digest('hex')}`;
}

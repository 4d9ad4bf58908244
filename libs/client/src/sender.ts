import {
  ApiError,
  ConnectionError,
  errorOf,
  QuizServiceError,
  ResponseError,
  UnexpectedResponseError,
} from './errors.js';
import { ResponseCache } from './response-cache.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Longer timers end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A failure after which the client tries again. */
export interface Retry {
  error: QuizServiceError;
  /** The pause before the next try, in milliseconds. */
  waitMs: number;
}

export interface SenderOptions {
  /** Tries after the first one; default 4. */
  maxRetries?: number | undefined;
  /** The longest pause before a retry, in milliseconds; default 90,000: longer than the default window of the rate limit. */
  maxWaitMs?: number | undefined;
  /** The time limit of one try, in milliseconds; default 30,000. */
  timeoutMs?: number | undefined;
  /** Responses that are cached for requests with `If-None-Match`; default 100. */
  cachedResponses?: number | undefined;
  /** Called before each pause. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** In place of the platform's. */
  fetch?: typeof fetch | undefined;
}

/** Sends requests: with a time limit, retries, and `If-None-Match` for what is cached. */
export class Sender {
  private readonly cache: ResponseCache;
  private readonly maxRetries: number;
  private readonly maxWaitMs: number;
  private readonly timeoutMs: number;

  constructor(private readonly options: SenderOptions) {
    this.cache = new ResponseCache(options.cachedResponses ?? 100);
    this.maxRetries = options.maxRetries ?? 4;
    this.maxWaitMs = options.maxWaitMs ?? 90_000;
    this.timeoutMs = options.timeoutMs ?? 30_000;
  }

  /**
   * @returns a successful response of the service
   * @throws QuizServiceError, or the reason of the request's signal
   */
  async send(request: Request): Promise<Response> {
    for (let retries = 0; ; retries++) {
      try {
        return await this.try(request);
      } catch (error) {
        const waitMs = error instanceof QuizServiceError ? this.pauseAfter(error, request, retries) : undefined;
        if (waitMs === undefined) throw error;
        this.options.onRetry?.({ error: error as QuizServiceError, waitMs });
        await pause(waitMs, request.signal);
      }
    }
  }

  private async try(request: Request): Promise<Response> {
    // A caller who asks with `If-None-Match` wants to see the 304.
    const isConditional = request.headers.has('if-none-match');
    const cached = isConditional ? undefined : this.cache.find(request);
    const sent = new Request(request.clone(), { redirect: 'manual' });
    if (cached !== undefined) sent.headers.set('if-none-match', cached.etag);
    const [response, body] = await this.exchange(sent, request.signal);
    if (response.status === 304 && isConditional) return response;
    if (response.status === 304 && cached !== undefined) {
      this.cache.store(request, cached);
      return asResponse(
        200,
        new Headers({ ...Object.fromEntries(cached.headers), ...Object.fromEntries(response.headers) }),
        cached.body,
      );
    }
    if (!response.ok) throw errorOf(request, response, body);
    if (!isJson(response, body)) {
      throw new UnexpectedResponseError('The response is not from the quiz service', request, response);
    }
    const { status, headers } = response;
    const etag = headers.get('etag');
    if (etag !== null) this.cache.store(request, { etag, headers, body });
    return asResponse(status, headers, body);
  }

  /** Sends a request once, and reads the whole response within the time limit. */
  private async exchange(request: Request, signal: AbortSignal): Promise<[Response, string]> {
    // The signal of the caller's request: Node.js 20 may garbage-collect that of a copy, as it may those of AbortSignal.any and
    // AbortSignal.timeout, and then nothing aborts the request.
    const limit = new AbortController();
    const abort = () => limit.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    const timer = setTimeout(() => limit.abort(), Math.min(this.timeoutMs, LONGEST_TIMER_MS));
    try {
      const response = await (this.options.fetch ?? fetch)(request, { signal: limit.signal });
      return [response, await response.text()];
    } catch (error) {
      signal.throwIfAborted();
      // Failed connections are a TypeError. Anything else is a mistake of a `fetch` that was passed.
      if (!limit.signal.aborted && !(error instanceof TypeError)) throw error;
      const reason = limit.signal.aborted ? `no response within ${this.timeoutMs / 1000} s` : reasonOf(error);
      throw new ConnectionError(`${request.method} ${request.url}: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  /** The pause before the next try in milliseconds; undefined if there is none. */
  private pauseAfter(error: QuizServiceError, request: Request, retries: number): number | undefined {
    if (retries >= this.maxRetries || !(isRejected(error) || (isTemporary(error) && isRepeatable(request)))) {
      return undefined;
    }
    const asked = error instanceof ResponseError ? (error.retryAfterMs ?? 0) : 0;
    // At random, so that clients that failed together do not return together.
    const backoff = Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
    return asked + backoff <= this.maxWaitMs ? asked + backoff : undefined;
  }
}

/** The request certainly had no effect, and may be sent again after a pause. */
function isRejected(error: QuizServiceError): boolean {
  return error instanceof ApiError && (error.status === 429 || error.code === 'idempotency_key_in_progress');
}

/** The request may have had an effect. */
function isTemporary(error: QuizServiceError): boolean {
  return error instanceof ConnectionError || (error instanceof ResponseError && [502, 503, 504].includes(error.status));
}

/** Whether a repetition has the effect and the response of one request. A second deletion would get 404, and `If-Match` 412. */
function isRepeatable({ method, headers }: Request): boolean {
  if (headers.has('if-match')) return false;
  return ['GET', 'HEAD', 'PUT'].includes(method) || headers.has('idempotency-key');
}

/** An error of `fetch`: the system's error, if any, is its cause, which may have a code and no message. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { message?: string; code?: string } };
  return [cause?.message, cause?.code].find(Boolean) ?? message;
}

/** Whether a response to be returned has the JSON that the service sends. Only a response without a body has none. */
function isJson({ status, headers }: Response, body: string): boolean {
  if (status === 204) return true;
  if (!headers.get('content-type')?.startsWith('application/json')) return false;
  try {
    return typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}

const asResponse = (status: number, headers: Headers, body: string) =>
  new Response(status === 204 ? null : body, { status, headers });

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
}

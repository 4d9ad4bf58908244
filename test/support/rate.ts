/** The rate-limit headers of a response of the public API, and when its request was sent. */
export interface Answer {
  status: number;
  limit: string | null;
  remaining: string | null;
  /** NaN if it is missing or no whole number of seconds. */
  reset: number;
  retryAfter: string | null;
  /** Milliseconds since 1970. */
  sentAt: number;
  receivedAt: number;
}

interface Question extends RequestInit {
  path?: string;
  key?: string;
  /** The client's address according to a proxy. */
  address?: string;
}

/** Sends one request to the public API. */
export async function sendRequest(
  url: string,
  { path = '/quizzes', key, address, headers, ...init }: Question = {},
): Promise<Answer> {
  const sentAt = Date.now();
  const response = await fetch(`${url}/api${path}`, {
    ...init,
    headers: {
      ...(headers as Record<string, string> | undefined),
      ...(key !== undefined && { 'x-api-key': key }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
  });
  await response.arrayBuffer();
  return {
    status: response.status,
    limit: response.headers.get('x-ratelimit-limit'),
    remaining: response.headers.get('x-ratelimit-remaining'),
    reset: Number(/^\d+$/.exec(response.headers.get('x-ratelimit-reset') ?? '')?.[0]),
    retryAfter: response.headers.get('retry-after'),
    sentAt,
    receivedAt: Date.now(),
  };
}

/** Sends requests concurrently, to each instance in turn. */
export function sendConcurrently(count: number, urls: [string, ...string[]], question?: Question): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => sendRequest(urls[index % urls.length] ?? urls[0], question)),
  );
}

/** The number of responses with a status. */
export function having(status: number, answers: Answer[]): number {
  return answers.filter((answer) => answer.status === status).length;
}

interface Cached {
  etag: string;
  headers: Headers;
  body: string;
}

/** Characters of all cached bodies. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Contents of quizzes: the same for every key. */
const SAME_FOR_ALL_KEYS = /\/quizzes\/[^/?]+(?:\/questions)?$/;

/** The headers that say for whom a request is. */
const CREDENTIALS = ['x-api-key', 'x-player'];

/**
 * The responses with an ETag that were read last, by URL and for whom they are, so that unchanged contents are not sent again. The service
 * confirms each use of them.
 */
export class ResponseCache {
  private readonly responses = new Map<string, Cached>();
  private characters = 0;

  /** @param size responses at most */
  constructor(private readonly size: number) {}

  find(request: Request): Cached | undefined {
    return request.method === 'GET' ? this.responses.get(nameOf(request)) : undefined;
  }

  /** Stores a response to a GET, as the one that was read last. */
  store(request: Request, cached: Cached): void {
    if (request.method !== 'GET') return;
    const name = nameOf(request);
    this.remove(name);
    this.responses.set(name, cached);
    this.characters += cached.body.length;
    // A map lists its entries in the order of their insertion.
    for (const oldest of this.responses.keys()) {
      if (this.responses.size <= this.size && this.characters <= MAX_CHARACTERS) break;
      this.remove(oldest);
    }
  }

  private remove(name: string): void {
    this.characters -= this.responses.get(name)?.body.length ?? 0;
    this.responses.delete(name);
  }
}

function nameOf({ url, headers }: Request): string {
  const isSame = SAME_FOR_ALL_KEYS.test(url);
  return JSON.stringify([url, ...(isSame ? [] : CREDENTIALS.map((name) => headers.get(name)))]);
}

interface Cached {
  etag: string;
  headers: Headers;
  body: string;
}

/** Characters of all cached bodies. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** The responses with an ETag that were read last, by URL, so that unchanged contents are not sent again. */
export class ResponseCache {
  private readonly responses = new Map<string, Cached>();
  private characters = 0;

  /** @param size responses at most */
  constructor(private readonly size: number) {}

  find({ method, url }: Request): Cached | undefined {
    return method === 'GET' ? this.responses.get(url) : undefined;
  }

  /** Stores a response to a GET, as the one that was read last. */
  store({ method, url }: Request, cached: Cached): void {
    if (method !== 'GET') return;
    this.remove(url);
    this.responses.set(url, cached);
    this.characters += cached.body.length;
    // A map lists its entries in the order of their insertion.
    for (const oldest of this.responses.keys()) {
      if (this.responses.size <= this.size && this.characters <= MAX_CHARACTERS) break;
      this.remove(oldest);
    }
  }

  private remove(url: string): void {
    this.characters -= this.responses.get(url)?.body.length ?? 0;
    this.responses.delete(url);
  }
}

interface Cached {
  etag: string;
  body: string;
  response: Response;
}

/** The last responses that have an ETag, so that unchanged contents are not sent again. */
export class ResponseCache {
  private readonly responses = new Map<string, Cached>();

  constructor(private readonly size: number) {}

  find(request: Request): Cached | undefined {
    return request.method === 'GET' ? this.responses.get(request.url) : undefined;
  }

  store({ method, url }: Request, response: Response, body: string): void {
    const etag = response.headers.get('etag');
    if (method !== 'GET' || etag === null || this.size === 0) return;
    this.responses.delete(url);
    this.responses.set(url, { etag, body, response });
    // A map lists its entries in the order of their insertion.
    for (const oldest of this.responses.keys()) {
      if (this.responses.size <= this.size) break;
      this.responses.delete(oldest);
    }
  }
}

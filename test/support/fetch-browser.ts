/** What a browser came to: the answer of the last page, and the addresses of all that led there. */
export interface Visit {
  url: string;
  status: number;
  text: string;
  /** Every answer on the way, the last one too. */
  answers: { url: string; status: number; headers: Headers }[];
}

interface Options {
  method?: string;
  body?: URLSearchParams;
  /** Stops before an address is opened, which is where the visit ends then. */
  stopAt?: (url: string) => boolean;
}

interface Cookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

/** A browser as far as redirects and cookies go: host and path of a cookie count, its other attributes do not. */
export class FetchBrowser {
  private cookies: Cookie[] = [];

  /** @param reach where the server of an address really is */
  constructor(private readonly reach: (url: string) => string = (url) => url) {}

  async open(url: string, { method = 'GET', body, stopAt }: Options = {}): Promise<Visit> {
    const answers: Visit['answers'] = [];
    let next = url;
    let init: RequestInit = { method, ...(body !== undefined && { body }) };
    for (let step = 0; step < 20; step++) {
      if (stopAt?.(next) === true) return { url: next, status: 0, text: '', answers };
      const headers = { cookie: this.cookieHeader(next) };
      const response = await fetch(this.reach(next), { ...init, headers, redirect: 'manual' });
      const text = await response.text();
      answers.push({ url: next, status: response.status, headers: response.headers });
      for (const header of response.headers.getSetCookie()) this.keep(next, header);
      const location = response.headers.get('location');
      if (location === null) return { url: next, status: response.status, text, answers };
      next = new URL(location, next).href;
      init = {};
    }
    throw new Error(`${url} leads on for ever`);
  }

  /** What a cookie holds that would be sent to an address. */
  cookie(name: string, url: string): string | undefined {
    return this.sentTo(url).find((cookie) => cookie.name === name)?.value;
  }

  /** Puts a cookie where a server could have set it. */
  plant(url: string, header: string): void {
    this.keep(url, header);
  }

  private keep(url: string, header: string): void {
    const [pair = '', ...attributes] = header.split(/; */);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
    const { host } = new URL(url);
    this.cookies = this.cookies.filter((one) => !(one.host === host && one.path === path && one.name === name));
    const isGone = attributes.some((attribute) => /^(max-age=0|expires=.* 1970 )/i.test(attribute));
    if (!isGone) this.cookies.push({ host, path, name, value });
  }

  private sentTo(url: string): Cookie[] {
    const { host, pathname } = new URL(url);
    return this.cookies.filter(
      (cookie) =>
        cookie.host === host &&
        (cookie.path === '/' || pathname === cookie.path || pathname.startsWith(`${cookie.path}/`)),
    );
  }

  private cookieHeader(url: string): string {
    return this.sentTo(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

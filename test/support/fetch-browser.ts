/** The end of a visit: the response of the last page, and the addresses of all redirects. */
export interface Visit {
  url: string;
  status: number;
  text: string;
  /** All responses, including the last one. */
  answers: { url: string; status: number; headers: Headers }[];
}

interface Options {
  method?: string;
  body?: URLSearchParams;
  /** Ends the visit before an address is opened. */
  stopAt?: (url: string) => boolean;
}

interface Cookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

/** A browser that follows redirects and sends cookies by their host and path; it ignores their other attributes. */
export class FetchBrowser {
  private cookies: Cookie[] = [];

  /** @param reach returns the actual address of a server */
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
    throw new Error(`${url} redirects endlessly`);
  }

  /** The value of a cookie that would be sent to an address. */
  cookie(name: string, url: string): string | undefined {
    return this.sentTo(url).find((cookie) => cookie.name === name)?.value;
  }

  /** Sets a cookie, as a server could. */
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

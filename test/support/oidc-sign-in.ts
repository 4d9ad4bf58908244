import { FetchBrowser, type Visit } from './fetch-browser.js';

const CALLBACK = '/admin/api/session/oidc/callback';

const isCallback = (url: string) => new URL(url).pathname === CALLBACK;

/** Opens the provider and signs in or declines; stops before the browser returns to the service. */
export async function goToProvider(
  browser: FetchBrowser,
  site: string,
  account: string,
  query = 'returnTo=/admin/quizzes',
): Promise<Visit> {
  const page = await browser.open(`${site}/admin/api/session/oidc?${query}`, { stopAt: isCallback });
  if (page.status !== 200) return page;
  const body = new URLSearchParams(account === 'nobody' ? { denied: 'yes' } : { account });
  return browser.open(page.url, { method: 'POST', body, stopAt: isCallback });
}

/** Signs in with OpenID Connect. @returns the final address of the browser, relative to the service */
export async function signInWithOidc(
  browser: FetchBrowser,
  site: string,
  account: string,
  query?: string,
): Promise<string> {
  const { url } = await goToProvider(browser, site, account, query);
  return comeBack(browser, site, url);
}

/** Opens the callback. @returns the page of the backoffice to which it leads */
export async function comeBack(browser: FetchBrowser, site: string, callback: string): Promise<string> {
  const { url } = await browser.open(callback, { stopAt: (next) => next !== callback });
  return url.startsWith(site) ? url.slice(site.length) : url;
}

/** The session of a browser, if it has one. */
export async function sessionOf(
  browser: FetchBrowser,
  site: string,
): Promise<
  { user: { id: string; email: string; displayName: string; role: string }; hasPassword: boolean } | undefined
> {
  const { status, text } = await browser.open(`${site}/admin/api/session`);
  return status === 200 ? (JSON.parse(text) as never) : undefined;
}

import type { Locator } from 'playwright-core';

/**
 * Double-clicks a button that writes. Even on a slow machine, no timer of the page runs between the clicks, and no
 * write gets a response.
 * @returns the writes that the page sends from now on, such as `POST /admin/api/keys`
 */
export async function doubleClick(button: Locator): Promise<readonly string[]> {
  const page = button.page();
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/admin/api/**', async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.fallback();
  });
  await button.and(page.locator(':enabled')).waitFor();
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
  await button.dblclick();
  await page.clock.resume();
  letGo();
  return writes;
}

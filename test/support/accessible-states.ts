import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectNoSidewaysScroll, violationsOn } from './browser.js';

/** Both colour schemes and both widths. Contrast does not depend on the width, nor the order of headings on the colours. */
const SCREENS = [
  ['light', 1280],
  ['dark', 320],
] as const;

/**
 * Expects that axe finds nothing in a state of the page, wide and light, and dark at 320 px (WCAG 2.2, 1.4.10), and
 * that it does not scroll sideways. The page keeps its state, and is wide and light afterwards. `PICTURES` is a folder
 * for screenshots.
 * @param state what the page shows, for the message
 * @param keep restores the state if a change of the screen ends it
 */
export async function expectAccessibleOnAllScreens(
  page: Page,
  state: string,
  keep?: () => Promise<void>,
): Promise<void> {
  const found: unknown[] = [];
  for (const [colorScheme, width] of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await page.setViewportSize({ width, height: 800 });
    await keep?.();
    for (const violation of await violationsOn(page)) found.push({ state, colorScheme, width, violation });
    await expectNoSidewaysScroll(page);
    if (process.env.PICTURES === undefined) continue;
    const name = `${state.replaceAll(/\W+/g, '-')}-${colorScheme}-${width}.png`;
    await page.screenshot({ path: join(process.env.PICTURES, name) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(found).toEqual([]);
}

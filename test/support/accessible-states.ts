import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectNoSidewaysScroll, violationsOn } from './browser.js';

/** Both schemes of colours and both widths. Contrast does not depend on the width, nor the order of headings on the colours. */
const SCREENS = [
  ['light', 1280],
  ['dark', 320],
] as const;

/**
 * Axe finds nothing in a state of the page, wide and light, and dark at 320 px (WCAG 2.2, 1.4.10), and neither scrolls
 * sideways. The page keeps its state meanwhile and is wide and light in the end. With `PICTURES`, a folder, it is pictured.
 * @param state what the page shows, for the message
 * @param keep what keeps the state through a change of the screen, where that would end it
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

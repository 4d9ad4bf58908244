import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectNoSidewaysScroll, violationsOn } from './browser.js';

/** Rules whose outcome depends on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Every rule is checked in both schemes of colours and at both widths, and what depends on colours in each of the four combinations. */
const SCREENS = [
  ['light', 1280, undefined],
  ['dark', 1280, COLOURS],
  ['dark', 320, undefined],
  ['light', 320, COLOURS],
] as const;

/**
 * Axe finds nothing in a state of the page, in either scheme of colours, wide and at 320 px (WCAG 2.2, 1.4.10), where it does not
 * scroll sideways either. The page keeps its state meanwhile and is wide and light in the end. With `PICTURES`, a folder, it is pictured.
 * @param state what the page shows, for the message
 * @param keep what keeps the state through a change of the screen, where that would end it
 */
export async function expectAccessibleOnAllScreens(
  page: Page,
  state: string,
  keep?: () => Promise<void>,
): Promise<void> {
  const found: unknown[] = [];
  for (const [colorScheme, width, rules] of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await page.setViewportSize({ width, height: 800 });
    await keep?.();
    for (const violation of await violationsOn(page, rules)) found.push({ state, colorScheme, width, violation });
    await expectNoSidewaysScroll(page);
    if (process.env.PICTURES === undefined) continue;
    const name = `${state.replaceAll(/\W+/g, '-')}-${colorScheme}-${width}.png`;
    await page.screenshot({ path: join(process.env.PICTURES, name) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(found).toEqual([]);
}

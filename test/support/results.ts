// Helpers for the tests of the result pages: submitting many attempts, and reading tables.
import type { Page } from 'playwright-core';
import { submitAccepted } from './attempts.js';
import { apiWith, attemptAt, type Player, type Quiz } from './factories.js';
import type { Service } from './service.js';
import { until } from './until.js';

let names = 0;

/** Creates a player with this name. */
export async function createNamed(service: Service, displayName: string, image?: string): Promise<Player> {
  const { id: userId } = await service.backoffice.call<{ id: string }>('POST', '/users', {
    email: `named${++names}@example.com`,
    displayName,
    image,
  });
  const { id: keyId, key } = await service.backoffice.call<{ id: string; key: string }>('POST', '/keys', {
    name: `Named key ${names}`,
    userId,
  });
  return { userId, displayName, keyId, key, api: apiWith(service.url, key) };
}

/**
 * Submits one attempt after the other.
 * @param corrects for each attempt, how many of the first questions it answers correctly
 * @returns their ids
 */
export async function submitAll(player: Player, quiz: Quiz, corrects: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const correct of corrects) ids.push((await submitAccepted(player, quiz.id, attemptAt(quiz, correct))).attemptId);
  return ids;
}

/** Waits until the statistics of a quiz count this number of attempts. */
export function countedAttempts(service: Service, quiz: Quiz, attempts: number): Promise<void> {
  return until(`${attempts} attempts are counted`, async () => {
    const counted = await service.backoffice.call<{ attempts: number }>('GET', `/quizzes/${quiz.id}/statistics`);
    return counted.attempts === attempts || counted.attempts;
  });
}

/** Waits until the only table of a page has this number of rows. */
export function expectRows(page: Page, count: number): Promise<void> {
  return until(`${count} rows are shown`, async () => {
    const shown = await page.getByRole('table').locator('tbody').getByRole('row').count();
    return shown === count || shown;
  });
}

/** The texts of a table's cells without its head, with white space collapsed. */
export async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const found = page.getByRole('table', { name: table, exact: true });
  await found.waitFor();
  const rows = await found.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => (await row.locator('th, td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))),
  );
}

/** Opens the table of a chart and reads its cells. */
export async function numbersOf(page: Page, chart: string): Promise<string[][]> {
  const figure = page.getByRole('region', { name: chart, exact: true });
  await figure.getByRole('button', { name: 'Show as table' }).click();
  return cellsOf(page, chart);
}

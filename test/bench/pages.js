// What a person waits for in the backoffice: the sign-in and the overview over a slow network, and a quiz with 200 questions.
import { chromium } from 'playwright-core';
import { CHROMIUM } from '../support/chromium.js';
import { quizOf } from './exports-data.js';
import { ADMIN, fillService } from './fixture.js';
import { keep, table } from './results.js';

/** Milliseconds before the first byte of each response. */
const LATENCY_MS = 1_500;
const UNLIMITED = { downloadThroughput: -1, uploadThroughput: -1 };
const RUNS = 3;

export async function measurePages(bench, command) {
  if (CHROMIUM === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path');
  const databaseUrl = await bench.createDatabase('quiz_bench_pages');
  const service = await bench.startService({
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const [key] = bench.newKeys(1);
  await fillService(databaseUrl, [key], bench.hashApiKey);
  const [quiz] = await bench.createQuizzes(service.url, key, [quizOf('Quiz', { questions: 200, answers: 4 })]);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const runs = [];
  try {
    for (let run = 0; run < RUNS; run++) runs.push(await measure(browser, service, quiz));
  } finally {
    await browser.close();
  }
  const rows = [
    ['wait', ...runs.map((_, run) => `run ${run + 1}, s`)],
    ...Object.keys(runs[0]).map((name) => [name, ...runs.map((run) => (run[name] / 1_000).toFixed(1))]),
  ];
  const lines = [
    `Each run has a new browser context with an empty cache. Chromium ${browser.version()} without windows. ${bench.database}.`,
    '',
    ...table(rows),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  keep('pages', command, lines);
}

/** @returns milliseconds by what was waited for */
async function measure(browser, { url }, quiz) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const delay = (latency) =>
    network.send('Network.emulateNetworkConditions', { ...UNLIMITED, offline: false, latency });
  const button = (name) => page.getByRole('button', { name, exact: true });
  const waits = {};
  const wait = async (name, begin, end) => {
    const start = performance.now();
    await begin();
    await end.waitFor();
    waits[name] = performance.now() - start;
  };
  await delay(LATENCY_MS);
  await wait('the sign-in page opens, at a latency of 1.5 s', () => page.goto(`${url}/admin/`), button('Sign in'));
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  const figure = page.getByText('Active users today');
  await wait('sign-in until the figures of the overview, the same', () => button('Sign in').click(), figure);
  await wait('the overview opens with a session, the same', () => page.reload(), figure);
  await delay(0);
  const question = page.getByRole('button', { name: /^Question 200( |$)/ });
  await wait('a quiz with 200 questions opens', () => page.goto(`${url}/admin/quizzes/${quiz.id}`), question);
  await page.getByLabel('Title').fill(`Quiz ${performance.now()}`);
  await wait('it is saved', () => button('Save').click(), page.getByText('All changes are saved.'));
  await context.close();
  return waits;
}

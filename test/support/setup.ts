// Runs in each test file. The modules of a worker are loaded once and keep their state: what a file leaves behind ends here.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { hashCheaply } from './cheap-passwords.js';
import { expectNoViolations } from './contract.js';
import { endLog, takeErrors } from './log.js';
import { closeServices } from './service.js';

beforeAll(hashCheaply);

beforeEach(({ onTestFailed }) => {
  takeErrors();
  onTestFailed(() => {
    const errors = takeErrors();
    if (errors !== '') process.stderr.write(`The service logged:\n${errors}`);
  });
});

afterEach(expectNoViolations);

afterAll(async () => {
  vi.restoreAllMocks();
  await closeServices();
  expectNoViolations();
  endLog();
});

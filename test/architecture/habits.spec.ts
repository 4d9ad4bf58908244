import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm run lint` says of a file of a module. */
async function lint(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  const file = join(folder, 'libs/badges/src/award.ts');
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await copyFile(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    await writeFile(file, code);
    return await new Promise((resolve) => {
      const program = join(ROOT, 'node_modules/oxlint/bin/oxlint');
      execFile(process.execPath, [program, file], { cwd: folder }, (_, stdout) => resolve(stdout));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const TIMERS = 'Use Background.every of #libs/database';
const ENVIRONMENT = 'Declare the variable in libs/configuration and inject CONFIGURATION';

it.each([
  ['setInterval(() => undefined, 1);', TIMERS],
  ['globalThis.setInterval(() => undefined, 1);', TIMERS],
  ["import { setInterval } from 'node:timers';\nsetInterval(() => undefined, 1);", TIMERS],
  ["import { setInterval as every } from 'timers/promises';\nevery(1);", TIMERS],
  ["import * as timers from 'node:timers';\ntimers.setInterval(() => undefined, 1);", TIMERS],
  ["import { Cron } from '@nestjs/schedule';\nCron('* * * * *');", TIMERS],
  [
    "import { ConfigService } from '@nestjs/config';\nnew ConfigService();",
    'Inject CONFIGURATION of #libs/configuration',
  ],
  ['export const badges = process.env.BADGES;', ENVIRONMENT],
  ['export const { BADGES: badges } = process.env;', ENVIRONMENT],
  ['export const badges = globalThis.process.env.BADGES;', ENVIRONMENT],
  ["import { env } from 'node:process';\nexport const badges = env.BADGES;", ENVIRONMENT],
  ["import process from 'process';\nexport const badges = process.env.BADGES;", ENVIRONMENT],
])('lint: names what a module uses instead of: %s', async (code, message) => {
  expect((await lint(code)).replaceAll(/\s+/g, ' ')).toContain(message);
});

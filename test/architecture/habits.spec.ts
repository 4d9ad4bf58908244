import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TIMERS = 'Use Background.every of #libs/database';
const ENVIRONMENT = 'Declare the variable in libs/configuration and inject CONFIGURATION';
const HABITS: [code: string, message: string][] = [
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
];

/** What `npm run lint` says of files of a module: the messages of each. */
async function lint(codes: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  const nameOf = (index: number) => `libs/badges/src/award-${index}.ts`;
  try {
    await mkdir(join(folder, 'libs/badges/src'), { recursive: true });
    await copyFile(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    await Promise.all(codes.map((code, index) => writeFile(join(folder, nameOf(index)), code)));
    const output = await new Promise<string>((resolve) => {
      const program = join(ROOT, 'node_modules/oxlint/bin/oxlint');
      execFile(process.execPath, [program, '--format', 'json'], { cwd: folder }, (_, stdout) => resolve(stdout));
    });
    const { diagnostics } = JSON.parse(output) as {
      diagnostics: { filename: string; message: string; help?: string }[];
    };
    return codes.map((_, index) => {
      const own = diagnostics.filter(({ filename }) => filename === nameOf(index));
      return own.map(({ message, help = '' }) => `${message} ${help}`).join('\n');
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('lint: names what a module uses instead of timers and of `process.env`', async () => {
  const messages = await lint(HABITS.map(([code]) => code));
  expect(messages).toEqual(HABITS.map(([, message]) => expect.stringContaining(message) as string));
});

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

it.each([
  ['setInterval(() => undefined, 1);', 'Use Background.every of #libs/database'],
  ["import { Cron } from '@nestjs/schedule';\nCron('* * * * *');", 'Use Background.every of #libs/database'],
  [
    "import { ConfigService } from '@nestjs/config';\nnew ConfigService();",
    'Inject CONFIGURATION of #libs/configuration',
  ],
  ['export const badges = process.env.BADGES;', 'Declare the variable in libs/configuration and inject CONFIGURATION'],
])('lint: names what a module uses instead of: %s', async (code, message) => {
  expect((await lint(code)).replaceAll(/\s+/g, ' ')).toContain(message);
});

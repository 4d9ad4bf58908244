// The measurements of the cases: results.md after `npm run test:soak`, results.short.md after `npm run test:faults`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { IS_SOAK } from './extent.js';

const FILE = fileURLToPath(new URL(IS_SOAK ? 'results.md' : 'results.short.md', import.meta.url));
const COMMAND = IS_SOAK ? 'npm run test:soak' : 'npm run test:faults';

export interface CaseResult {
  /** The name of the case. Its next run replaces its row. */
  name: string;
  /** The faults and load, with counts. */
  done: string;
  expected: string;
  measured: string;
}

/** Writes a case's row, with the machine, the revision and the day of this run above the table. */
export function record({ name, done, expected, measured }: CaseResult): void {
  const row = [name, done, expected, measured].map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' '));
  const revision = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = cpus();
  const rows = readRows().set(name, `| ${row.join(' | ')} |`);
  const lines = [
    '# Faults',
    '',
    `\`${COMMAND}\`, last on ${new Date().toISOString().slice(0, 10)}, revision ${revision} and later changes: ${cpus().length} × ` +
      `${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}. Three instances, PostgreSQL, Redis, nginx ` +
      'and the load are on this one machine.',
    '',
    '| Case | What was done | Expected | Measured |',
    '|---|---|---|---|',
    ...rows.values(),
    '',
  ];
  writeFileSync(FILE, lines.join('\n'));
  process.stdout.write(`${name}: ${measured}\n`);
}

function readRows(): Map<string, string> {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const rows = text.split('\n').filter((line) => /^\| (?!Case \|)/.test(line));
  return new Map(rows.map((row) => [row.split(' | ', 1)[0]?.slice(2) ?? '', row]));
}

// The measurements in results.md: each run replaces its part.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('results.md', import.meta.url));

/** Writes a part of the results, with the machine, the versions and the day. */
export function keep(name, command, lines) {
  const begin = `<!-- ${name}: begin -->`;
  const end = `<!-- ${name}: end -->`;
  const revision = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const part = [
    begin,
    '',
    `\`${command}\` on ${new Date().toISOString().slice(0, 10)}, revision ${revision} and later changes: ` +
      `${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.`,
    '',
    ...lines,
    '',
    end,
  ].join('\n');
  const text = readFileSync(FILE, 'utf8');
  if (!text.includes(begin)) throw new Error(`${FILE} has no place for ${name}`);
  writeFileSync(FILE, text.slice(0, text.indexOf(begin)) + part + text.slice(text.indexOf(end) + end.length));
}

/** Rows of a Markdown table, the first of them its head. */
export function table(rows) {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [lines[0], `|${'---|'.repeat(rows[0].length)}`, ...lines.slice(1)];
}

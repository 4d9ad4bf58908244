// More requests than the instances can serve, from wrk, which costs the machine little.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../support/cluster/programs.js';

export interface FloodOptions {
  url: string;
  path: string;
  body: string;
  /** The keys of the requests, in turn. */
  keys: readonly string[];
  connections: number;
  seconds: number;
}

/** Repeats a request as soon as it is answered, over many connections. @returns the number of responses by status */
export async function flood({
  url,
  path,
  body,
  keys,
  connections,
  seconds,
}: FloodOptions): Promise<Map<number, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'quiz-flood-'));
  const script = join(folder, 'flood.lua');
  writeFileSync(
    script,
    `local keys, sent, threads = { ${keys.map((key) => `'${key}'`).join(', ')} }, 0, {}
    function setup(thread) table.insert(threads, thread) end
    function init() statuses = '' counts = {} end
    function request()
      sent = sent + 1
      return wrk.format('POST', '${path}', { ['content-type'] = 'application/json', ['x-api-key'] = keys[sent % #keys + 1] }, '${body}')
    end
    function response(status)
      counts[status] = (counts[status] or 0) + 1
      statuses = ''
      for each, count in pairs(counts) do statuses = statuses .. each .. '=' .. count .. ' ' end
    end
    function done() for _, thread in ipairs(threads) do print('statuses ' .. thread:get('statuses')) end end`,
  );
  try {
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url];
    const child = spawn(program('wrk'), options, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    await once(child, 'close');
    const statuses = /statuses (.*)/.exec(output)?.[1];
    if (statuses === undefined) throw new Error(`wrk failed:\n${output}`);
    return new Map(
      statuses
        .trim()
        .split(' ')
        .map((each) => each.split('=').map(Number) as [number, number]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// The transaction of a submission as SQL alone.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../support/cluster/programs.js';
import { withDatabase } from './fixture.js';
import { ATTEMPT, GLOBAL_STANDING, STANDING } from './plain-sql.js';

const CLIENTS = 32;

const FUNCTIONS = `
  CREATE OR REPLACE FUNCTION bench_id(number integer) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$;
  CREATE OR REPLACE FUNCTION bench_answers() RETURNS jsonb LANGUAGE sql IMMUTABLE AS
    $$ SELECT '${JSON.stringify(Array.from({ length: 10 }, (_, question) => [question, question % 4]))}'::jsonb $$`;

const [USER, QUIZ, BASIS_POINTS] = ['bench_id(:user)', 'bench_id(:quiz)', ':correct * 1000'];

/** A statement with pgbench's variables. */
const fill = ({ text }, ...values) => `${text.replaceAll(/\$(\d)/g, (_, number) => values[number - 1])};`;

const TRANSACTION = `
\\set user random(1, 2000)
\\set quiz random(1, 200)
\\set correct random(0, 10)
\\set time random(1, 300000)
BEGIN;
${fill(STANDING, QUIZ, USER, ':correct', 10, BASIS_POINTS, ':time', 1_000_000)}
${fill(ATTEMPT, QUIZ, 'gen_random_uuid()', USER, 'bench_answers()', ':correct', 10, BASIS_POINTS, ':time')}
${fill(GLOBAL_STANDING, USER, ':correct', 10, BASIS_POINTS, ':time')}
COMMIT;
`;

/** pgbench as a side of a comparison. */
export async function pgbench({ plainUrl }) {
  const program = findProgram('pgbench');
  if (program === undefined) return { missing: 'there is no pgbench (set PGBENCH)' };
  await withDatabase(plainUrl, (client) => client.query(FUNCTIONS));
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const script = join(folder, 'submission.sql');
  await writeFile(script, TRANSACTION);
  const run = async (seconds) => {
    const options = ['-c', CLIENTS, '-j', 2, '-M', 'prepared', '-n', '-T', seconds, '-f', script, plainUrl];
    const { stdout } = await promisify(execFile)(program, options.map(String));
    const [rate, requests] = [/tps = ([\d.]+)/, /actually processed: (\d+)/].map((text) =>
      Number(text.exec(stdout)?.[1]),
    );
    return { rate, p99: NaN, requests };
  };
  const stop = () => rm(folder, { recursive: true });
  return { name: `pgbench -c ${CLIENTS} -M prepared`, run, cpu: () => NaN, stop };
}

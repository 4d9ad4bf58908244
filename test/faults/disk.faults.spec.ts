import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extent } from './extent.js';
import { Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { compareAttempts, expectConsistent } from './verify.js';
import { seconds, timesOf, untilServed, watchHealth } from './watch.js';

const LENGTH_MS = extent({ short: 3_000, soak: 30_000 });

/** Enough space for PostgreSQL with its write-ahead log. */
const SIZE = '300m';

/** A small file system for PostgreSQL's files; undefined if this process may not mount one. */
function mountSmall(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'quiz-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

const disk = mountSmall();

if (disk === undefined) {
  process.stderr.write('The test of a full disk is left out: this user may not mount a file system.\n');
  it.skip('a full disk', () => undefined);
} else {
  describeWithCluster('a full disk of PostgreSQL', () => {
    let site: Site;

    beforeAll(async () => {
      site = await startSite({ postgresFolder: disk });
    });

    afterAll(async () => {
      await site.cluster.stop();
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    });

    it('causes 503 and no half-written data, and the service recovers once there is space', async () => {
      const { cluster, url, databaseUrl, players, quizzes } = site;
      const random = startRandom('Full disk');
      const load = new Load({ url, players, quizzes, random, keyed: 8, unkeyed: 2, readers: 4, pauseMs: 0 });
      await sleep(500);
      const filler = join(disk, 'filler');
      const hasFailed = () => Object.keys(load.soFar.answers).some((what) => what.endsWith(' 503'));
      const health = await watchHealth(cluster, async () => {
        await keepFull(filler, LENGTH_MS);
        for (let more = 0; more < 20 && !hasFailed(); more++) await keepFull(filler, LENGTH_MS);
      });
      expect(hasFailed()).toBe(true);
      rmSync(filler);
      const freedAt = performance.now();
      if (!cluster.postgres.isRunning) await cluster.postgres.start();
      await untilServed(load);
      const recovery = load.soFar.lastFailureAt - freedAt;
      const { submissions, answers, unexpected, times } = await load.stop();
      const totals = await compareAttempts(databaseUrl, submissions);
      await expectConsistent(site);
      record({
        name: 'disk full under PostgreSQL',
        done: `${SIZE} file system filled for ${LENGTH_MS / 1_000} s, 14 clients, ${JSON.stringify(answers)}`,
        expected: '503, nothing half-written, recovers',
        measured:
          `${timesOf(times)}; live ${health.live.join('/')}; last failure ${seconds(Math.max(0, recovery))} after there was room; ` +
          `${totals.lost} of ${totals.acknowledged} lost, ${totals.twice} twice, all as recomputed`,
      });
      expect(unexpected).toEqual([]);
      expect(health.live).toEqual([200]);
      expect(totals).toMatchObject({ lost: 0, twice: 0, unanswered: 0, unknown: 0 });
    });
  });
}

/** Writes a file until the disk is full, and takes for a while the space that others free. */
async function keepFull(path: string, milliseconds: number): Promise<void> {
  const part = Buffer.alloc(64 * 1_024);
  const file = openSync(path, 'w');
  try {
    for (const end = performance.now() + milliseconds; performance.now() < end;) {
      try {
        writeSync(file, part);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        await sleep(20);
      }
    }
  } finally {
    closeSync(file);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All parts of the order ascend, so that one comparison of rows finds a place in the index. */
export class RankUsersAscending1760001500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX global_standings_rank');
    // The second key is the average as it is shown: hundredths of a percent, rounded half up.
    await runner.query(`
      CREATE INDEX global_standings_rank ON global_standings
        ((-correct), (-((2 * hundredths + attempts) / (2 * attempts))), time_ms, user_id)`);
    // What changes a leaderboard is told by the count of its attempts.
    await runner.query(`DELETE FROM kept_counts WHERE name = 'standing-changes'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX global_standings_rank');
    await runner.query(`
      CREATE INDEX global_standings_rank ON global_standings
        (correct DESC, ((2 * hundredths + attempts) / (2 * attempts)) DESC, time_ms, user_id)`);
  }
}

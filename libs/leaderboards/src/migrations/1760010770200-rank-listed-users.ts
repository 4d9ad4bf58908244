import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lists of standings leave suspended users out. The new indexes are complete before the former ones are dropped, so that no read waits. */
export class RankListedUsers1760010770200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.replace(runner, 'WHERE NOT suspended');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replace(runner, '');
  }

  private async replace(runner: QueryRunner, condition: string): Promise<void> {
    await runner.query(`
      CREATE INDEX quiz_standings_listed ON quiz_standings (quiz_id, miss, total_time_ms, completed_at, user_id) ${condition}`);
    await runner.query(`
      CREATE INDEX global_standings_listed ON global_standings
        ((-correct), (-((2 * hundredths + attempts) / (2 * attempts))), time_ms, user_id) ${condition}`);
    for (const table of ['quiz_standings', 'global_standings']) {
      await runner.query(`DROP INDEX ${table}_rank`);
      await runner.query(`ALTER INDEX ${table}_listed RENAME TO ${table}_rank`);
    }
  }
}

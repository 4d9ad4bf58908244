import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `ON CONFLICT (subject, name, slot) DO UPDATE SET value = kept_counts.value + excluded.value`;

/** Users who are suspended leave the leaderboards. */
export class HideSuspendedUsers1760010770300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.follow(
      runner,
      `EXISTS (SELECT FROM published_suspensions AS suspension WHERE suspension.user_id = standing.user_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.follow(runner, 'false');
  }

  private async follow(runner: QueryRunner, isSuspended: string): Promise<void> {
    await runner.query('DELETE FROM global_standings WHERE attempts = 0');
    await runner.query(`
      WITH changed AS (
        UPDATE global_standings AS standing SET suspended = NOT suspended WHERE suspended <> ${isSuspended} RETURNING suspended
      )
      INSERT INTO kept_counts (subject, name, slot, value)
      SELECT '00000000-0000-0000-0000-000000000000', 'ranked-users', 0, sum(CASE WHEN suspended THEN -1 ELSE 1 END)
      FROM changed HAVING count(*) > 0 ${COUNTED}`);
    // Suspended users have a row also without attempts.
    await runner.query(`
      INSERT INTO global_standings (user_id, attempts, correct, questions, hundredths, time_ms, suspended)
      SELECT user_id, 0, 0, 0, 0, 0, true FROM published_suspensions AS standing WHERE ${isSuspended} ON CONFLICT DO NOTHING`);
    // An index that counts hidden standings is made anew when a far page is requested.
    await runner.query(`DELETE FROM indexed_lists WHERE list IN ('quiz-standings', 'global-standings')`);
    // Counters of deleted quizzes are gone.
    await runner.query(`
      WITH changed AS (
        UPDATE quiz_standings AS standing SET suspended = NOT suspended WHERE suspended <> ${isSuspended}
        RETURNING quiz_id, suspended
      )
      INSERT INTO kept_counts (subject, name, slot, value)
      SELECT quiz_id, 'standings', 0, sum(CASE WHEN suspended THEN -1 ELSE 1 END)
      FROM changed JOIN published_quizzes USING (quiz_id) GROUP BY quiz_id ${COUNTED}`);
    // Invalidates cached pages.
    await runner.query(`
      INSERT INTO kept_counts (subject, name, slot, value)
      VALUES ('00000000-0000-0000-0000-000000000000', 'standing-repairs', 0, 1) ${COUNTED}`);
  }
}

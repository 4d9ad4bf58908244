import { sql, type Transaction } from '#libs/database';

const addressesIn = (quizzes: string, versions: string) => `
  SELECT id AS quiz_id, hero_image_url AS address FROM ${quizzes}
  UNION ALL SELECT quiz_id, image #>> '{}' FROM ${versions}, jsonb_path_query(content, '$[*].imageUrl') AS image`;

/** SELECT of the `address` of each image of the quiz `quiz_id`: of its cover and of all its versions, also in the trash. Some are null. */
export const IMAGE_ADDRESSES = `${addressesIn('quizzes', 'quiz_versions')}
  UNION ALL ${addressesIn('deleted_quizzes', 'deleted_quiz_versions')}`;

const OF_QUIZ = sql(`
  SELECT DISTINCT address FROM (${IMAGE_ADDRESSES}) AS addresses WHERE quiz_id = $1 AND address IS NOT NULL`);

/** The addresses of all images of a quiz; none if it does not exist. */
export async function readImageAddresses(transaction: Transaction, quizId: string): Promise<string[]> {
  return (await transaction.query<{ address: string }>(OF_QUIZ, [quizId])).map(({ address }) => address);
}

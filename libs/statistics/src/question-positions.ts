import { type QuizContent, wordingOf } from '#libs/quizzes';

/** Stored contents never change: the wording of each is compared once, while it is in memory. */
const positions = new WeakMap<QuizContent, ReadonlyMap<string, number>>();

/**
 * The positions of the questions of a version, in order, by a key that a question has in all versions: its wording, so that a question
 * whose correct answers were changed stays the same. Equal questions of a version are numbered.
 */
export function positionsOf(content: QuizContent): ReadonlyMap<string, number> {
  const known = positions.get(content);
  if (known !== undefined) return known;
  const found = new Map<string, number>();
  content.forEach((question, position) => {
    const wording = wordingOf(question);
    let key = wording;
    for (let number = 2; found.has(key); number++) key = `${wording} ${number}`;
    found.set(key, position);
  });
  positions.set(content, found);
  return found;
}

import type { Difference } from '#libs/projections';

/** What is wrong about a user's figures at a quiz. */
export interface WrongFigures {
  quizId: string;
  userId: string;
  difference: Difference;
}

/** Users of one quiz whose figures are wrong. */
export interface WrongUsers {
  quizId: string;
  userIds: string[];
  differences: Difference[];
}

/** Users of one repair: a quiz's lock is held for no longer than they take. */
const USERS = 500;

/** Puts together what follows each other and belongs to one quiz, up to 500 users each. */
export async function* groupByQuiz(wrong: AsyncIterable<WrongFigures>): AsyncGenerator<WrongUsers> {
  let group: WrongUsers | undefined;
  for await (const { quizId, userId, difference } of wrong) {
    if (group !== undefined && (group.quizId !== quizId || group.userIds.length === USERS)) {
      yield group;
      group = undefined;
    }
    group ??= { quizId, userIds: [], differences: [] };
    group.userIds.push(userId);
    group.differences.push(difference);
  }
  if (group !== undefined) yield group;
}

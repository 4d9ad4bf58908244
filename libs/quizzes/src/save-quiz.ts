import type { QueryBus } from '@nestjs/cqrs';
import type { Transaction } from '#libs/database';
import { textKey } from '#libs/http';
import { getProfile } from '#libs/profiles';
import { QuizUpdated } from './events/quiz-updated.event.js';
import { isSameContent, type QuizContent } from './quiz-content.js';
import type { QuizBody } from './quiz.dto.js';
import { QuizEntity } from './quiz.entity.js';
import { toVersion } from './quiz-reader.js';
import { type QuizRepresentation, representationOf, toListItem } from './quiz-representation.js';
import { QuizVersionEntity } from './quiz-version.entity.js';

/** Everything but the questions. */
type Settings = Omit<QuizBody, 'questions'>;

/** A stored quiz with the questions of its version. */
export interface StoredQuiz {
  quiz: QuizEntity;
  content: QuizContent;
}

type SettingColumns = Settings & Pick<QuizEntity, 'tagKeys'>;

/** The columns of settings. */
export function columnsOf(settings: Settings): SettingColumns {
  return { ...settings, tagKeys: settings.tags.map(textKey) };
}

/** The questions of a version that exists. */
export async function readContent({ manager }: Transaction, quizId: string, version: number): Promise<QuizContent> {
  return (await manager.findOneByOrFail(QuizVersionEntity, { quizId, version })).content;
}

/** Stores a change of a quiz whose lock the transaction holds: columns, and questions, which become a new version if they differ. */
export async function saveQuiz(
  transaction: Transaction,
  { quiz: { id, ...before }, content: current }: StoredQuiz,
  { content, columns }: { content: QuizContent; columns: Partial<SettingColumns> },
  userId: string | null,
): Promise<StoredQuiz> {
  const { manager } = transaction;
  const isNew = !isSameContent(current, content);
  const version = before.version + (isNew ? 1 : 0);
  if (isNew) await manager.insert(QuizVersionEntity, QuizVersionEntity.of(id, version, content, userId));
  const changed = {
    ...columns,
    version,
    revision: before.revision + 1,
    updatedAt: () => 'clock_timestamp()',
  };
  await manager.update(QuizEntity, { id }, changed);
  const quiz = await manager.findOneByOrFail(QuizEntity, { id });
  await transaction.publish(new QuizUpdated(toListItem(quiz)));
  return { quiz, content };
}

/** A stored quiz as the API shows it. */
export async function showQuiz(queries: QueryBus, { quiz, content }: StoredQuiz): Promise<QuizRepresentation> {
  return representationOf(quiz, toVersion(content), await getProfile(queries, quiz.authorId));
}

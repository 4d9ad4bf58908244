import type { JsonString } from '#libs/http';
import type { Profile } from '#libs/profiles';
import { etagOf, type ShownAnswers } from './etag.js';
import type { Quiz, QuizListItem } from './quiz.dto.js';
import type { QuizEntity } from './quiz.entity.js';
import { settingsOf } from './quiz-settings.dto.js';
import type { QuizVersion } from './quiz-reader.js';

/** A full quiz as the API shows it, with its entity tag. */
export interface QuizRepresentation {
  readonly etag: string;
  readonly body: JsonString<Quiz>;
}

export function representationOf(
  row: QuizEntity,
  version: QuizVersion,
  author: Profile,
  answers: ShownAnswers = 'shown',
): QuizRepresentation {
  const { id, displayName, image } = author;
  const head = JSON.stringify({ ...toListItem(row), author: { id, displayName, image } });
  const questions = answers === 'shown' ? version.json : version.hiddenJson;
  return {
    etag: etagOf(row.revision, author, answers),
    body: `${head.slice(0, -1)},"questions":${questions}}` as JsonString<Quiz>,
  };
}

export function toListItem(row: QuizEntity): QuizListItem {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    heroImageUrl: row.heroImageUrl,
    authorId: row.authorId,
    maxAttempts: row.maxAttempts,
    timeLimitSeconds: row.timeLimitSeconds,
    randomizeQuestions: row.randomizeQuestions,
    ...settingsOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

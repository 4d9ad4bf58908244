// Which questions a teacher should look at.
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { ENOUGH_ATTEMPTS, FEWEST_ATTEMPTS } from './statistics-words';

type Question = Omit<components['schemas']['QuestionStatistics'], 'questionId' | 'text'>;

/**
 * Below it, R. L. Ebel (Essentials of Educational Measurement) calls a question poor, and Moodle's quiz report its
 * discrimination very weak.
 */
const LEAST_DISCRIMINATION = 0.2;

/** The most serious first. */
export const FINDINGS = ['negative', 'nobody', 'low', 'everybody', 'unchosen'] as const;

/**
 * Why a question should be looked at:
 * - `negative`: players who do well in the rest of the quiz miss it more often than others
 * - `nobody`, `everybody`: nobody or everybody answered it correctly
 * - `low`: it hardly separates good players from others
 * - `unchosen`: nobody chose one of its wrong answers
 */
export type Finding = (typeof FINDINGS)[number];

/**
 * The most serious one first. Discriminations, and answers that nobody chose, need 20 attempts: with fewer, chance makes many questions look
 * poor. None for a question that a regrade has settled.
 */
export function findingsOf(question: Question): Finding[] {
  const { attempts, correct, gradedOtherwise, regrade } = question;
  if (attempts < FEWEST_ATTEMPTS || regrade === 'everyone' || regrade === 'omitted') return [];
  const unchosen: Finding[] = unchosenAnswers(question).length > 0 ? ['unchosen'] : [];
  // Scores by different keys say nothing about the question.
  if (gradedOtherwise > 0) return unchosen;
  if (correct === 0) return ['nobody'];
  // Then nobody chose any wrong answer.
  if (correct === attempts) return ['everybody'];
  if (attempts < ENOUGH_ATTEMPTS) return [];
  // Rounded as the page does.
  const discrimination = question.discrimination === null ? null : Math.round(question.discrimination * 100) / 100;
  if (discrimination === null || discrimination >= LEAST_DISCRIMINATION) return unchosen;
  return [discrimination < 0 ? 'negative' : 'low', ...unchosen];
}

/**
 * The wrong answers that nobody chose. A wrong answer works if at least 5% choose it (T. M. Haladyna and S. M. Downing,
 * How Many Options Is Enough, 1993), which is one of 20 attempts: with fewer, chance may have left it out.
 */
export function unchosenAnswers<Answer extends { isCorrect: boolean; attempts: number }>({
  attempts,
  answers,
}: {
  attempts: number;
  answers: readonly Answer[];
}): Answer[] {
  return attempts < ENOUGH_ATTEMPTS ? [] : answers.filter((answer) => !answer.isCorrect && answer.attempts === 0);
}

/** The questions with findings: the most serious first, among equals those that separate least, then in their order. */
export function questionsToCheck<Numbered extends Question>(questions: readonly Numbered[]) {
  return questions
    .map((question) => ({ question, findings: findingsOf(question) }))
    .filter(({ findings }) => findings.length > 0)
    .sort(
      (one, other) =>
        severityOf(one.findings) - severityOf(other.findings) ||
        (one.question.discrimination ?? 0) - (other.question.discrimination ?? 0),
    );
}

const severityOf = ([worst]: Finding[]) => (worst === undefined ? FINDINGS.length : FINDINGS.indexOf(worst));

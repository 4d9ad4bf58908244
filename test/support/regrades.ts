// Regrades of questions: through the backoffice, and what follows from them, computed from the stored attempts.
import type { components } from '../../libs/backoffice-ui/src/api.gen.js';
import { RegradeSteps } from '../../libs/attempts/src/regrading/regrade-steps.js';
import { query } from './database.js';
import type { Quiz } from './factories.js';
import type { Service } from './service.js';
import { until } from './until.js';

export type Regrade = components['schemas']['Regrade'];
export type RegradeList = components['schemas']['RegradeList'];
export type RegradePreview = components['schemas']['RegradePreview'];

export type Backoffice = Pick<Service, 'backoffice'>;

/** Which answers of a question get the point, by their positions; or everyone, or nobody. */
export type Counting = number[] | 'everyone' | 'omitted';

/** A question of a quiz as it was read, and what counts. */
export interface Wanted {
  quiz: Quiz;
  /** Position of the question. */
  question: number;
  counts: Counting;
  /** Of the quiz, 1 by default. */
  version?: number;
}

const pathOf = ({ quiz, question, version = 1 }: Wanted) =>
  `/quizzes/${quiz.id}/versions/${version}/questions/${quiz.questions[question]?.id}/regrade`;

const ruleOf = ({ quiz, question, counts }: Wanted) =>
  typeof counts === 'string'
    ? { kind: counts, answers: [] }
    : { kind: 'answers', answers: counts.map((at) => ({ answerId: quiz.questions[question]?.answers[at]?.id })) };

export const previewRegrade = ({ backoffice }: Backoffice, wanted: Wanted) =>
  backoffice.call<RegradePreview>('POST', `${pathOf(wanted)}-preview`, ruleOf(wanted));

export const listRegrades = ({ backoffice }: Backoffice, quizId: string) =>
  backoffice.call<RegradeList>('GET', `/quizzes/${quizId}/regrades`);

/** Requests a regrade after reading which grading applies, unless the caller says so. */
export async function requestRegrade(service: Backoffice, wanted: Wanted, grading?: number): Promise<Response> {
  const expected = grading ?? (await listRegrades(service, wanted.quiz.id)).grading;
  const body = { ...ruleOf(wanted), reason: 'A wrong key', grading: expected };
  return service.backoffice.request('PUT', pathOf(wanted), body);
}

/** The status and the error of a response. */
export const errorOf = async (response: Response) =>
  [response.status, ((await response.json()) as { error?: string }).error] as const;

/** Regrades a question; the regrade must be accepted. */
export async function regrade(service: Backoffice, wanted: Wanted): Promise<Regrade> {
  const response = await requestRegrade(service, wanted);
  if (response.status !== 200) throw new Error(`The regrade was rejected: ${await response.text()}`);
  return (await response.json()) as Regrade;
}

export const undoRegrade = ({ backoffice }: Backoffice, quizId: string, id: string) =>
  backoffice.call<Regrade>('DELETE', `/quizzes/${quizId}/regrades/${id}`);

/** The attempts at a quiz as they are stored, without what regrades note in them. */
export const readStored = (databaseUrl: string, quizId: string) =>
  query(
    databaseUrl,
    `SELECT id, answers, correct_count, total_questions, basis_points, passed, completed_at, voided_at
     FROM attempts WHERE quiz_id = $1 ORDER BY id`,
    [quizId],
  );

/** Sets how many attempts a step of a service regrades. */
export function setStepSize({ app }: Pick<Service, 'app'>, size: number): void {
  app.get(RegradeSteps).stepSize = size;
}

/** Makes the service apply pending regrades, as far as no lock prevents it. */
export const applyPending = ({ app }: Pick<Service, 'app'>) => app.get(RegradeSteps).applyPending();

/** Waits until all regrades are applied. */
export const untilRegraded = (databaseUrl: string) =>
  until('all regrades are applied', async () => {
    const pending = await query(databaseUrl, 'SELECT id FROM regrades WHERE pending');
    return pending.length === 0;
  });

export interface GradedQuestion {
  id: string;
  text: string;
  imageUrl: string | null;
  answers: { id: string; text: string; isCorrect: boolean }[];
  regrade: 'answers' | 'everyone' | 'omitted' | null;
}

type Asked = Pick<GradedQuestion, 'text' | 'imageUrl'> & { answers: { text: string }[] };

/** Whether two questions ask the same, whatever is correct. */
export const isEqual = (one: Asked, other: Asked): boolean =>
  one.text === other.text &&
  one.imageUrl === other.imageUrl &&
  one.answers.length === other.answers.length &&
  one.answers.every(({ text }, at) => text === other.answers[at]?.text);

interface StoredRegrade {
  version: number;
  question: number;
  kind: 'answers' | 'everyone' | 'omitted';
  answers: number[];
  createdAt: Date;
  /** The gradings at which it applied. */
  from: number;
  until: number | null;
}

/** The questions of each version of a quiz as one of its gradings marks them, the latest by default. */
export type GradedVersions = (version: number, grading?: number) => GradedQuestion[];

/** Reads which question each regrade names, and finds out by the texts and times of the versions where it applies. */
export async function readGradedVersions(databaseUrl: string, quizId: string): Promise<GradedVersions> {
  const versions = await query<{ version: number; content: GradedQuestion[]; createdAt: Date }>(
    databaseUrl,
    'SELECT version, content, created_at AS "createdAt" FROM quiz_versions WHERE quiz_id = $1',
    [quizId],
  );
  const stored = await query<StoredRegrade>(
    databaseUrl,
    `SELECT version, question, kind, answers, created_at AS "createdAt", grading AS from, undone_grading AS until
     FROM regrades WHERE quiz_id = $1 ORDER BY grading DESC`,
    [quizId],
  );
  const contents = new Map(versions.map(({ version, content }) => [version, content]));
  const regrades = stored.map((one) => {
    const named = contents.get(one.version)?.[one.question];
    const earlier = versions.filter(({ createdAt }) => createdAt <= one.createdAt).flatMap(({ content }) => content);
    const equal = earlier.filter((question) => named !== undefined && isEqual(question, named));
    return { ...one, ids: new Set(equal.map(({ id }) => id)) };
  });
  return (version, grading = Number.MAX_SAFE_INTEGER) => {
    const content = contents.get(version) ?? [];
    const graded = content.map((question): GradedQuestion => {
      const newest = regrades.find(
        ({ from, until: end, ids }) => ids.has(question.id) && from <= grading && grading < (end ?? Infinity),
      );
      if (newest === undefined) return { ...question, regrade: null };
      if (newest.kind === 'omitted') return { ...question, regrade: 'omitted' };
      const isCorrect = (answer: number) => newest.kind === 'everyone' || newest.answers.includes(answer);
      const answers = question.answers.map((answer, index) => ({ ...answer, isCorrect: isCorrect(index) }));
      return { ...question, answers, regrade: newest.kind };
    });
    // A version keeps a question that counts.
    const isLeftOut = graded.every(({ regrade: kind }) => kind === 'omitted');
    return isLeftOut ? content.map((question) => ({ ...question, regrade: null })) : graded;
  };
}

/** Whether the answer at a position, if there is one, gets the point of a question. */
export const getsPoint = (question: GradedQuestion | undefined, answer: number | undefined): boolean =>
  question?.regrade === 'everyone' || (answer !== undefined && question?.answers[answer]?.isCorrect === true);

/**
 * Attempts at a quiz whose stored score is not the one that follows from their answers.
 * @param by the grading that each attempt names, or the latest one
 */
export async function wrongScores(databaseUrl: string, quizId: string, by: 'own' | 'latest'): Promise<object[]> {
  const graded = await readGradedVersions(databaseUrl, quizId);
  const attempts = await query<{
    version: number;
    grading: number;
    answers: [number, number][];
    score: number[];
    passed: boolean;
  }>(
    databaseUrl,
    `SELECT version, coalesce(grading, 0) AS grading, answers, passed,
       ARRAY[correct_count, total_questions, basis_points]::integer[] AS score
     FROM attempts WHERE quiz_id = $1`,
    [quizId],
  );
  return attempts.flatMap(({ version, grading, answers, score, passed }) => {
    const content = by === 'own' ? graded(version, grading) : graded(version);
    const counted = [...content.entries()].filter(([, one]) => one.regrade !== 'omitted');
    const chosen = new Map(answers);
    const correct = counted.filter(([at, question]) => getsPoint(question, chosen.get(at))).length;
    const percentage = (100 * correct) / counted.length;
    const expected = [correct, counted.length, Math.round(100 * percentage)];
    const isExpected = score.join() === expected.join() && passed === percentage >= 70;
    return isExpected ? [] : [{ version, grading, answers, score, passed, expected }];
  });
}

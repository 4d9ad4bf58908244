// Starts quizzes and submits the starts.
import type { paths } from '#libs/client';
import { Background } from '#libs/database';
import { submit, type Submission } from './attempts.js';
import { query } from './database.js';
import type { AttemptBody, Player, Quiz } from './factories.js';
import type { Service } from './service.js';

export type Start = paths['/quizzes/{id}/starts']['post']['responses']['201']['content']['application/json'];
export type Answers = AttemptBody['answers'];

export interface StartResponse {
  status: number;
  start: Start | undefined;
  error: string | undefined;
}

export async function start({ api }: Pick<Player, 'api'>, quizId: string): Promise<StartResponse> {
  const { data, error, response } = await api.POST('/quizzes/{id}/starts', { params: { path: { id: quizId } } });
  return { status: response.status, start: data, error: error?.error };
}

/** An open start, with what was saved. */
export async function getStart({ api }: Pick<Player, 'api'>, { quizId, id }: Pick<Start, 'quizId' | 'id'>) {
  const { data, error, response } = await api.GET('/quizzes/{id}/starts/{startId}', {
    params: { path: { id: quizId, startId: id } },
  });
  return { status: response.status, start: data, error: error?.error };
}

/** What became of starts. */
export async function attemptsOf({ api }: Pick<Player, 'api'>, quizId: string) {
  const { data } = await api.GET('/quizzes/{id}/attempts', { params: { path: { id: quizId } } });
  return data?.attempts ?? [];
}

/** Starts a quiz; the start must be accepted, or be open. */
export async function startAccepted(player: Pick<Player, 'api'>, quizId: string): Promise<Start> {
  const { status, start: started, error } = await start(player, quizId);
  if (started === undefined) throw new Error(`The start was rejected: ${status} ${error ?? ''}`);
  return started;
}

/** Submits a start. What it says about time must be ignored. */
export function submitStart(
  player: Pick<Player, 'api'>,
  { quizId, id }: Start,
  answers: Answers,
  key?: string,
): Promise<Submission> {
  return submit(player, quizId, { startId: id, totalTimeMs: 1, timedOut: true, answers }, key);
}

export async function save(
  { api }: Pick<Player, 'api'>,
  { quizId, id }: Start,
  answers: Answers,
): Promise<{ status: number; error: string | undefined }> {
  const { error, response } = await api.PUT('/quizzes/{id}/starts/{startId}/answers', {
    params: { path: { id: quizId, startId: id } },
    body: { answers },
  });
  return { status: response.status, error: error?.error };
}

/** Answers to the questions of a start, the first `correct` ones right. @param quiz the version that was started, with its solutions */
export function answersTo(
  { questions }: Pick<Start, 'questions'>,
  quiz: Pick<Quiz, 'questions'>,
  correct: number,
): Answers {
  return questions.map(({ id }, index) => {
    const answers = quiz.questions.find((question) => question.id === id)?.answers ?? [];
    const answer = answers.find(({ isCorrect }) => isCorrect === index < correct);
    if (answer === undefined) throw new Error(`Question ${id} has no such answer`);
    return { questionId: id, answerId: answer.id };
  });
}

/** SQL: lets $2 seconds pass for the open starts at the quiz $1. */
export const PASS_TIME = `
  UPDATE starts SET started_at = started_at - make_interval(secs => $2), ends_at = ends_at - make_interval(secs => $2)
  WHERE quiz_id = $1`;

/** Lets time pass for the open starts at a quiz. */
export async function passTime(service: Pick<Service, 'databaseUrl'>, quizId: string, seconds: number): Promise<void> {
  await query(service.databaseUrl, PASS_TIME, [quizId, seconds]);
}

/** Runs the background task of an instance that records starts whose time is up. */
export const recordEnded = ({ app }: Pick<Service, 'app'>): Promise<void> =>
  app.get(Background).run('Recording starts whose time is up');

import { byPageOrCursor } from '../../../test/support/malformed-cursors.js';
import { type Call, headerOf, type Outcome } from '../../../test/support/malformed-oracle.js';
import type { Outcomes } from '../../../test/support/malformed-outcomes.js';
import { PLACEHOLDERS } from '../../../test/support/malformed-placeholders.js';

const { questionId, answerId, attemptId, viewer } = PLACEHOLDERS;

const isSuccess = ({ status }: Outcome) => status < 300;

/** Paths of the answers to other questions than the one that exists, and of those that answer it again. */
function foreignAnswers(body: unknown): string[] {
  const { answers } = body as { answers: Record<string, string>[] };
  return answers.flatMap((answer, index) => {
    if (answer.questionId !== questionId) return [`answers[${index}].questionId`];
    const isAgain = answers.slice(0, index).some((earlier) => earlier.questionId === questionId);
    if (isAgain) return [`answers[${index}].questionId`];
    return answer.answerId === answerId ? [] : [`answers[${index}].answerId`];
  });
}

/** Problems of the answers that a regrade names, which only the question shows. */
function regradeProblems(body: unknown): string[] {
  const { kind, answers } = body as { kind: string; answers: { answerId: string }[] };
  if ((kind === 'answers') === (answers.length === 0)) return ['answers'];
  return answers.flatMap(({ answerId: named }, index) =>
    named === answerId && index === 0 ? [] : `answers[${index}].answerId`,
  );
}

/** A regrade, or its preview. */
function regrade({ body, params }: Call, declared: Outcome[]): Outcome[] {
  if (params.questionId !== questionId) return declared.filter((outcome) => !isSuccess(outcome));
  const problems = regradeProblems(body);
  if (problems.length === 0) return declared;
  return [{ status: 400, paths: problems }, ...declared.filter(({ status }) => status === 404)];
}

export default {
  'GET /api/quizzes/:id/attempts': byPageOrCursor,
  // The quiz allows as many attempts as there are requests.
  'POST /api/quizzes/:id/attempts': ({ body }, declared) => {
    const foreign = foreignAnswers(body);
    const possible = declared.filter(({ error }) => error !== 'Maximum attempts reached');
    if (foreign.length === 0 || !declared.some(isSuccess)) return possible;
    return [{ status: 400, paths: foreign }, ...possible.filter(({ status }) => status === 404)];
  },
  // The attempt is the player's: administrators see it too.
  'GET /api/quizzes/:id/attempts/:attemptId': ({ request, params }, declared) => {
    const isVisible = params.attemptId === attemptId && headerOf(request, 'x-api-key') !== viewer;
    return isVisible ? declared : declared.filter((outcome) => !isSuccess(outcome));
  },
  'GET /admin/api/quizzes/:id/attempts/:attemptId': ({ params }, declared) =>
    params.attemptId === attemptId ? declared : declared.filter((outcome) => !isSuccess(outcome)),
  'PUT /admin/api/quizzes/:id/attempts/:attemptId/void': ({ params }, declared) =>
    params.attemptId === attemptId ? declared : declared.filter((outcome) => !isSuccess(outcome)),
  'POST /admin/api/quizzes/:id/versions/:version/questions/:questionId/regrade-preview': regrade,
  'PUT /admin/api/quizzes/:id/versions/:version/questions/:questionId/regrade': (call, declared) => [
    ...regrade(call, declared),
    // The answers that count already.
    { status: 400, paths: ['answers'] },
  ],
  'DELETE /admin/api/quizzes/:id/regrades/:regradeId': (_, declared) =>
    declared.filter((outcome) => !isSuccess(outcome)),
} satisfies Outcomes;

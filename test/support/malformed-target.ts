// The target of malformed requests: a service with users, quizzes and an attempt. It gets three kinds of requests.
import openApi from '../../apps/api/openapi.json' with { type: 'json' };
import { submitAccepted } from './attempts.js';
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from './factories.js';
import { formProblem } from './malformed-answers.js';
import { answersIn, damagedMessages, say } from './malformed-bytes.js';
import { campaign, checkAll, countStatus, type Statuses } from './malformed-campaign.js';
import { fill, type Real } from './malformed-placeholders.js';
import { apiCallers, backoffice, backofficeCallers, publicApi } from './malformed-surfaces.js';
import { malformedRequests } from './malformed.js';
import type { OpenApiDocument } from './openapi/document.js';
import type { Service } from './service.js';

export class MalformedTarget {
  private constructor(
    private readonly service: Pick<Service, 'url' | 'backoffice'>,
    private readonly urls: readonly string[],
    private readonly admin: Player,
    private readonly player: Player,
    private readonly real: Real,
  ) {}

  /** @param urls of the instances that the requests go to in turn */
  static async create(service: Pick<Service, 'url' | 'backoffice'>, urls = [service.url]): Promise<MalformedTarget> {
    const admin = await createPlayer(service, 'admin');
    const player = await createPlayer(service);
    const viewer = await createPlayer(service, 'viewer');
    const spare = await createPlayer(service);
    const played = await createQuiz(admin, quizBody(2, { maxAttempts: 1_000_000 }));
    const attempt = attemptAt(played, 1);
    const { questionId = '', answerId = '' } = attempt.answers[0] ?? {};
    const { attemptId } = await submitAccepted(player, played.id, attempt);
    const { cookie, csrfToken } = service.backoffice;
    return new MalformedTarget(service, urls, admin, player, {
      ...{ played: played.id, edited: (await createQuiz(admin)).id, doomed: (await createQuiz(admin)).id },
      ...{ questionId, answerId, attemptId, userId: spare.userId, keyId: spare.keyId },
      ...{ admin: admin.key, player: player.key, viewer: viewer.key, cookie, csrfToken },
    });
  }

  /** Sends requests to the public API; the oracle must know each answer. */
  callApi(runs: number): Promise<Statuses> {
    const document = openApi as OpenApiDocument;
    const requests = malformedRequests({ document, callers: apiCallers });
    return campaign({ urls: this.urls, surface: publicApi(document), real: this.real, requests, runs });
  }

  /** Sends requests to the backoffice's interface; the oracle must know each answer. */
  async callBackoffice(runs: number): Promise<Statuses> {
    const document = await this.service.backoffice.call<OpenApiDocument>('GET', '/openapi.json');
    // Signing out would end the session that the others need.
    const without = ['DELETE /session', 'DELETE /sessions'];
    const requests = malformedRequests({ document, callers: backofficeCallers, without });
    return campaign({ urls: this.urls, surface: backoffice(document), real: this.real, requests, runs });
  }

  /** Sends damaged bytes; they are answered in HTTP and in the form of every error, or not at all. */
  async sendDamaged(runs: number): Promise<Statuses> {
    const statuses: Statuses = new Map();
    await checkAll(this.urls, damagedMessages, runs, async (message, { url }) => {
      for (const answer of answersIn(await say(url, fill(message, this.real)))) {
        const problem = formProblem('GET', answer, false);
        if (problem !== undefined) throw new Error(`${problem}: ${answer.status} ${answer.text.slice(0, 500)}`);
        countStatus(statuses, answer.status);
      }
    });
    return statuses;
  }

  /** Expects each instance to work as before. */
  async expectServing(): Promise<void> {
    for (const url of this.urls) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const { admin, player } = this;
    const quiz = await createQuiz(admin, quizBody(2));
    const path = { id: quiz.id };
    expect((await player.api.GET('/quizzes/{id}', { params: { path } })).data).toEqual(quiz);
    const result = await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    expect(result).toMatchObject({ correctCount: 2, passed: true });
    const { data } = await player.api.GET('/quizzes/{id}/leaderboard', { params: { path } });
    expect(data?.leaderboard).toMatchObject([{ rank: 1, userId: player.userId, correctCount: 2 }]);
    expect((await admin.api.DELETE('/quizzes/{id}', { params: { path } })).response.status).toBe(200);
  }
}

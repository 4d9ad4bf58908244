import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.gen.js';
import { PreconditionFailedError, QuizServiceError } from './errors.js';
import { Pages } from './pages.js';
import { Sender, type SenderOptions } from './sender.js';

type Schemas = components['schemas'];
export type Quiz = Schemas['Quiz'];
export type QuizForPlayers = Schemas['QuizForPlayers'];
export type QuizBody = Schemas['QuizBody'];
export type QuizListItem = Schemas['QuizListItem'];
export type AttemptBody = Schemas['AttemptBody'];
export type Start = Schemas['Start'];
export type StartInProgress = Schemas['StartInProgress'];
export type SavedAnswer = Schemas['SavedAnswer'];
export type SavedAnswers = Schemas['SavedAnswers'];
export type AttemptResult = Schemas['AttemptResult'];
export type Attempt = Schemas['Attempt'];
export type AttemptListItem = Schemas['AttemptListItem'];
export type QuizLeaderboardEntry = Schemas['QuizLeaderboardEntry'];
export type GlobalLeaderboardEntry = Schemas['GlobalLeaderboardEntry'];
export type OwnQuizEntry = Schemas['OwnQuizEntry'];
export type OwnGlobalEntry = Schemas['OwnGlobalEntry'];
export type Me = Schemas['Me'];
export type AttemptFeedPage = Schemas['AttemptFeedPage'];
export type Player = Schemas['Player'];
export type PlayerBody = Schemas['NamedPlayerBody'];

/** The lists of the service: their items, and each of their pages. */
export type QuizPages = Pages<QuizListItem, Schemas['QuizList']>;
export type AttemptPages = Pages<AttemptListItem, Schemas['AttemptList']>;
export type QuizLeaderboardPages = Pages<QuizLeaderboardEntry, Schemas['QuizLeaderboard']>;
export type GlobalLeaderboardPages = Pages<GlobalLeaderboardEntry, Schemas['GlobalLeaderboard']>;

/** Of every method. */
export interface RequestOptions {
  /** Aborts the request and the pauses before its retries. */
  signal?: AbortSignal | undefined;
}

/** Of a method that creates something. */
export interface CreationOptions extends RequestOptions {
  /** Requests with the same key create one thing; by default a new key for each call, the same for its retries. */
  idempotencyKey?: string | undefined;
}

/** Of a method that changes something. */
export interface ChangeOptions extends RequestOptions {
  /** The ETag that the quiz must have: `etagOf(quiz)`. */
  ifMatch?: string | undefined;
}

export interface ListOptions extends RequestOptions {
  /** Items per page, at most 100; default 30. */
  limit?: number | undefined;
}

export interface QuizListOptions extends ListOptions {
  /** Beginnings of words of the title; all of them must be found. */
  search?: string | undefined;
  authorId?: string | undefined;
  /** Only quizzes that were created or updated at this time or later: ISO 8601. */
  updatedSince?: string | undefined;
}

export interface AttemptListOptions extends ListOptions {
  /** Only attempts of this user. */
  userId?: string | undefined;
}

export interface SyncOptions extends RequestOptions {
  /** `nextCursor` of the last page that you have read; without it the pages begin with the oldest change. */
  cursor?: string | undefined;
  /** Attempts per page, at most 1,000, or 100 with answers; default 100. */
  limit?: number | undefined;
  /** With the answers of each attempt. */
  include?: 'answers' | undefined;
  /** Only attempts at this quiz. */
  quizId?: string | undefined;
  /** Only attempts of this user. */
  userId?: string | undefined;
  /** Only attempts of the player with this external id. */
  externalId?: string | undefined;
  /** Only attempts that were completed at this time or later: ISO 8601. */
  since?: string | undefined;
  /** Only attempts that were completed before this time: ISO 8601. */
  until?: string | undefined;
  passed?: boolean | undefined;
}

export interface EntryOptions extends RequestOptions {
  /** Entries before and after the own one, at most 10; default 2. */
  around?: number | undefined;
}

export interface ClientOptions extends SenderOptions {
  /** The root of the API, such as `https://quiz.example.com/api`. */
  baseUrl: string;
  apiKey: string;
}

/** How often `editQuiz` reads the quiz again after another change of it. */
const MAX_EDITS = 5;

const etags = new WeakMap<object, string>();

/** The ETag of a quiz, or of another object that the client returned. Copies of the object have none. */
export const etagOf = (returned: object): string | undefined => etags.get(returned);

/**
 * The quiz service. Every method throws a `QuizServiceError`. Failures that pass are retried: after a rejection by the
 * rate limit always, otherwise only if the request can be repeated without a second effect.
 */
export class QuizServiceClient {
  /** Any operation by its path. It sends requests as the methods do, and throws the same errors. */
  readonly api: Client<paths>;

  readonly #options: Pick<ClientOptions, 'baseUrl' | 'apiKey'>;
  readonly #sender: Sender;
  readonly #player: string | undefined;

  /**
   * @param sender that of another client, which `withKey` and `asPlayer` pass on
   * @param player the external id of the player for whom the client acts
   * @throws TypeError for a base URL or a key that no request can have; the message does not contain the key
   */
  constructor({ baseUrl, apiKey, ...options }: ClientOptions, sender = new Sender(options), player?: string) {
    if (!/^https?:\/\/[^@]+$/.test(baseUrl))
      throw new TypeError('baseUrl must begin with http:// or https:// and contain no password');
    if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey is empty or has characters that no key has');
    this.#options = { baseUrl, apiKey };
    this.#sender = sender;
    this.#player = player;
    this.api = createClient<paths>({
      baseUrl,
      headers: { 'x-api-key': apiKey, 'x-player': player === undefined ? undefined : encodeURIComponent(player) },
      fetch: (request) => sender.send(request),
    });
  }

  /**
   * A client with another key, and with the same options, connections and cache. Only contents of quizzes, which are the same for every
   * key, are cached for all keys together, and each key's request asks the service whether they are current. A client that acts for a player
   * continues to do so.
   * @throws TypeError for a key that no request can have
   */
  withKey(apiKey: string): QuizServiceClient {
    return new QuizServiceClient({ ...this.#options, apiKey }, this.#sender, this.#player);
  }

  /**
   * A client that acts for a player of this application, with the same key, options, connections and cache.
   * @param externalId the id by which the player was registered
   * @throws URIError for an id that is not well-formed Unicode
   */
  asPlayer(externalId: string): QuizServiceClient {
    return new QuizServiceClient(this.#options, this.#sender, externalId);
  }

  /** Registers players of this application, 1 to 1,000 at once, or changes those that it has. @returns them in the same order */
  async putPlayers(players: PlayerBody[], options?: RequestOptions): Promise<Player[]> {
    return (await dataOf(this.api.PUT('/players', { body: { players }, ...options }))).players;
  }

  /** Suspends a player of this application: requests for the player fail from now on. The results stay. */
  async suspendPlayer(externalId: string, options?: RequestOptions): Promise<void> {
    await this.api.DELETE('/players/{externalId}', { params: { path: { externalId } }, ...options });
  }

  /** The key's user, their role and scopes, and the rate limit of the key. */
  getMe(options?: RequestOptions): Promise<Me> {
    return dataOf(this.api.GET('/me', { ...options }));
  }

  /** The quizzes, newest first, without their questions. */
  listQuizzes({ signal, ...filters }: QuizListOptions = {}): QuizPages {
    return new Pages(
      { cursor: '' },
      (position) => dataOf(this.api.GET('/quizzes', { params: { query: { ...filters, ...position } }, signal })),
      ({ quizzes }) => quizzes,
    );
  }

  /** A quiz with its questions and the correct answers. */
  getQuiz(id: string, options?: RequestOptions): Promise<Quiz> {
    return dataOf(this.api.GET('/quizzes/{id}', { params: { path: { id } }, ...options }));
  }

  /** A quiz without the correct answers, which can be passed on to players. */
  getQuizForPlayers(id: string, options?: RequestOptions): Promise<QuizForPlayers> {
    return dataOf(this.api.GET('/quizzes/{id}/questions', { params: { path: { id } }, ...options }));
  }

  createQuiz(quiz: QuizBody, { idempotencyKey = newKey(), ...options }: CreationOptions = {}): Promise<Quiz> {
    const header = { 'Idempotency-Key': idempotencyKey };
    return dataOf(this.api.POST('/quizzes', { params: { header }, body: quiz, ...options }));
  }

  /** Replaces a quiz. @throws TypeError if `ifMatch` is given and undefined */
  async updateQuiz(id: string, quiz: QuizBody, change: ChangeOptions = {}): Promise<Quiz> {
    const { ifMatch, ...options } = checked(change);
    const params = { path: { id }, header: { 'If-Match': ifMatch } };
    return dataOf(this.api.PUT('/quizzes/{id}', { params, body: quiz, ...options }));
  }

  /**
   * Reads a quiz, changes it and stores it. If somebody else changes it meanwhile, it is read and changed again, so that
   * no change is lost.
   * @param change returns the changed quiz; it may be called several times
   */
  async editQuiz(id: string, change: (quiz: Quiz) => QuizBody, options?: RequestOptions): Promise<Quiz> {
    for (let edits = 1; ; edits++) {
      const quiz = await this.getQuiz(id, options);
      const ifMatch = etagOf(quiz);
      if (ifMatch === undefined) throw new QuizServiceError('The response has no ETag: a proxy may have removed it');
      try {
        return await this.updateQuiz(id, change(quiz), { ifMatch, ...options });
      } catch (error) {
        if (!(error instanceof PreconditionFailedError) || edits === MAX_EDITS) throw error;
      }
    }
  }

  /** Deletes a quiz with its attempts. @throws TypeError if `ifMatch` is given and undefined */
  async deleteQuiz(id: string, change: ChangeOptions = {}): Promise<void> {
    const { ifMatch, ...options } = checked(change);
    const params = { path: { id }, header: { 'If-Match': ifMatch } };
    await this.api.DELETE('/quizzes/{id}', { params, ...options });
  }

  /** Submits the answers of the key's user, and returns the score. */
  submitAttempt(
    quizId: string,
    attempt: AttemptBody,
    { idempotencyKey = newKey(), ...options }: CreationOptions = {},
  ): Promise<AttemptResult> {
    const params = { path: { id: quizId }, header: { 'Idempotency-Key': idempotencyKey } };
    return dataOf(this.api.POST('/quizzes/{id}/attempts', { params, body: attempt, ...options }));
  }

  /** Starts a quiz, or returns the start of the user that is open. It holds one of the user's attempts. */
  startQuiz(quizId: string, options?: RequestOptions): Promise<Start> {
    // While a start is open, a repetition returns it.
    const headers = { 'idempotency-key': newKey() };
    return dataOf(this.api.POST('/quizzes/{id}/starts', { params: { path: { id: quizId } }, headers, ...options }));
  }

  /** An open start, with the answers that were saved and the time that is left. */
  getStart(quizId: string, startId: string, options?: RequestOptions): Promise<StartInProgress> {
    return dataOf(
      this.api.GET('/quizzes/{id}/starts/{startId}', { params: { path: { id: quizId, startId } }, ...options }),
    );
  }

  /** Replaces the answers that were saved for a start. If it is not submitted in time, they are its attempt. */
  saveAnswers(
    quizId: string,
    startId: string,
    answers: SavedAnswer[],
    options?: RequestOptions,
  ): Promise<SavedAnswers> {
    const params = { path: { id: quizId, startId } };
    return dataOf(this.api.PUT('/quizzes/{id}/starts/{startId}/answers', { params, body: { answers }, ...options }));
  }

  /** Submits a start. The service knows how long it took. */
  submitStart(
    quizId: string,
    startId: string,
    answers: SavedAnswer[],
    options?: CreationOptions,
  ): Promise<AttemptResult> {
    return this.submitAttempt(quizId, { startId, answers }, options);
  }

  /** The attempts at a quiz, newest first: those of the key's user, or of an administrator's key all. */
  listAttempts(quizId: string, { signal, ...filters }: AttemptListOptions = {}): AttemptPages {
    return new Pages(
      { cursor: '' },
      (position) => {
        const params = { path: { id: quizId }, query: { ...filters, ...position } };
        return dataOf(this.api.GET('/quizzes/{id}/attempts', { params, signal }));
      },
      ({ attempts }) => attempts,
    );
  }

  /** An attempt with its answers. */
  getAttempt(quizId: string, attemptId: string, options?: RequestOptions): Promise<Attempt> {
    const params = { path: { id: quizId, attemptId } };
    return dataOf(this.api.GET('/quizzes/{id}/attempts/{attemptId}', { params, ...options }));
  }

  /**
   * The attempts at all quizzes that the key may see, in the order in which they changed, page by page up to the last. Store `nextCursor`
   * of each page with what you did with it, and pass it as `cursor` later to get what has changed since then.
   */
  async *syncAttempts({ signal, cursor, ...filters }: SyncOptions = {}): AsyncGenerator<AttemptFeedPage, void> {
    let hasMore = true;
    while (hasMore) {
      const page: AttemptFeedPage = await dataOf(
        this.api.GET('/attempts', { params: { query: { ...filters, cursor } }, signal }),
      );
      ({ nextCursor: cursor, hasMore } = page);
      yield page;
    }
  }

  /** The best attempt of each user at a quiz, in the order of their ranks. */
  getQuizLeaderboard(quizId: string, { signal, limit }: ListOptions = {}): QuizLeaderboardPages {
    return new Pages(
      { page: 1 },
      (position) => {
        const params = { path: { id: quizId }, query: { limit, ...position } };
        return dataOf(this.api.GET('/quizzes/{id}/leaderboard', { params, signal }));
      },
      ({ leaderboard }) => leaderboard,
    );
  }

  /** The entry of the key's user in the leaderboard of a quiz, with its rank and those around it. */
  getOwnQuizEntry(quizId: string, { signal, around }: EntryOptions = {}): Promise<OwnQuizEntry> {
    const params = { path: { id: quizId }, query: { around } };
    return dataOf(this.api.GET('/quizzes/{id}/leaderboard/me', { params, signal }));
  }

  /** The users over all quizzes, in the order of their ranks. */
  getGlobalLeaderboard({ signal, limit }: ListOptions = {}): GlobalLeaderboardPages {
    return new Pages(
      { page: 1 },
      (position) => dataOf(this.api.GET('/leaderboard', { params: { query: { limit, ...position } }, signal })),
      ({ leaderboard }) => leaderboard,
    );
  }

  /** The entry of the key's user in the global leaderboard, with its rank and those around it. */
  getOwnGlobalEntry({ signal, around }: EntryOptions = {}): Promise<OwnGlobalEntry> {
    return dataOf(this.api.GET('/leaderboard/me', { params: { query: { around } }, signal }));
  }
}

/** The body of a response. The sender throws an error for every response without one, except 204. */
async function dataOf<Data extends object>(sent: Promise<{ data?: Data; response: Response }>): Promise<Data> {
  const { data, response } = await sent;
  const etag = response.headers.get('etag');
  if (etag !== null) etags.set(data as Data, etag);
  return data as Data;
}

/** Of 128 random bits. `crypto.randomUUID` exists on pages with https only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A copy of a quiz has no ETag: without this, a change would overwrite those of others. */
function checked(options: ChangeOptions): ChangeOptions {
  if ('ifMatch' in options && options.ifMatch === undefined) {
    throw new TypeError('ifMatch is undefined: etagOf needs the object that the client returned, not a copy');
  }
  return options;
}

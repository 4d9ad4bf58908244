// Clients that submit attempts and read until they are stopped, and record their responses.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { attemptAt, type Player, type Quiz } from '../support/factories.js';
import { exchange, type Exchange, type Message } from './exchange.js';
import type { Random } from './random.js';

/** One attempt of a client, however often it was sent. */
export interface Submission {
  /** Its unique `totalTimeMs`, which identifies the attempt. */
  mark: number;
  quizId: string;
  userId: string;
  /** Its Idempotency-Key. */
  key: string | undefined;
  /** The id that the service gave it, if it acknowledged it. */
  attemptId: string | undefined;
  /** How often it was sent. */
  sent: number;
}

export interface LoadOptions {
  url: string;
  players: readonly Player[];
  quizzes: readonly Quiz[];
  random: Random;
  /** Clients that submit with an Idempotency-Key, and repeat the request until they get a final response. */
  keyed: number;
  /** Clients that submit without a key, each attempt once. */
  unkeyed: number;
  readers: number;
  /** Pause of each client before its next request, in milliseconds. */
  pauseMs?: number;
}

export interface LoadReport {
  submissions: Submission[];
  /** Number of responses by kind, such as `GET 200` or `POST with key ECONNRESET`. */
  answers: Record<string, number>;
  /** Responses that no client should get: neither success nor an error that can be retried, or not in the form of the service. */
  unexpected: string[];
  /** Durations of all responses and of the successful ones, in milliseconds. */
  times: number[];
  served: number[];
  /** When the last request failed, by `performance.now()`; 0 if none did. */
  lastFailureAt: number;
}

/** Pause of a client before it repeats a request, in milliseconds. */
const RETRY_MS = 50;
/** How long it continues to repeat it, in milliseconds. */
const RETRY_LIMIT_MS = 600_000;

const IN_PROGRESS = 'A request with this Idempotency-Key is in progress';

let marks = 0;

const running = new Set<Load>();

// A failed test does not stop its load, and Vitest would wait for it.
afterEach(() => Promise.all([...running].map((load) => load.stop())));

export class Load {
  private readonly report: LoadReport = {
    submissions: [],
    answers: {},
    unexpected: [],
    times: [],
    served: [],
    lastFailureAt: 0,
  };
  private readonly agent = new Agent({ keepAlive: true });
  private readonly clients: Promise<void>[];
  private isStopping = false;

  constructor(private readonly options: LoadOptions) {
    const many = (count: number, work: () => Promise<void>) => Array.from({ length: count }, () => this.repeat(work));
    this.clients = [
      ...many(options.keyed, () => this.submit(randomUUID())),
      ...many(options.unkeyed, () => this.submit(undefined)),
      ...many(options.readers, () => this.read()),
    ];
    running.add(this);
  }

  /** The responses so far. */
  get soFar(): Readonly<LoadReport> {
    return this.report;
  }

  /** @returns the responses, once every attempt with a key has a final one */
  async stop(): Promise<LoadReport> {
    this.isStopping = true;
    await Promise.all(this.clients);
    this.agent.destroy();
    running.delete(this);
    return this.report;
  }

  private async repeat(work: () => Promise<void>): Promise<void> {
    while (!this.isStopping) {
      await work();
      await sleep(this.options.pauseMs ?? 25);
    }
  }

  private async submit(key: string | undefined): Promise<void> {
    const { random } = this.options;
    const [player, quiz] = [random.pick(this.options.players), random.pick(this.options.quizzes)];
    const mark = ++marks;
    const submission: Submission = { mark, quizId: quiz.id, userId: player.userId, key, attemptId: undefined, sent: 0 };
    this.report.submissions.push(submission);
    const name = key === undefined ? 'POST without key' : 'POST with key';
    const message = {
      method: 'POST',
      path: `/api/quizzes/${quiz.id}/attempts`,
      headers: { 'x-api-key': player.key, ...(key !== undefined && { 'idempotency-key': key }) },
      body: JSON.stringify(attemptAt(quiz, random.between(0, quiz.questions.length), mark)),
      // A client cannot know the outcome of a request without a key if the server closed the connection in the meantime.
      ...(key !== undefined && { agent: this.agent }),
    };
    const deadline = Date.now() + RETRY_LIMIT_MS;
    do {
      submission.sent++;
      const answer = await this.send(name, message);
      if (answer.status === 201) submission.attemptId = (JSON.parse(answer.text) as { attemptId: string }).attemptId;
      if (!isForLater(answer)) return;
      await sleep(RETRY_MS);
    } while (key !== undefined && Date.now() < deadline);
  }

  private async read(): Promise<void> {
    const { random, players, quizzes } = this.options;
    const quiz = random.pick(quizzes);
    const paths = [
      `/api/quizzes/${quiz.id}`,
      `/api/quizzes/${quiz.id}/leaderboard`,
      '/api/leaderboard',
      '/api/quizzes?limit=5',
    ];
    const headers = { 'x-api-key': random.pick(players).key };
    await this.send('GET', { method: 'GET', path: random.pick(paths), headers, agent: this.agent });
  }

  private async send(name: string, message: Message): Promise<Exchange> {
    const from = performance.now();
    const answer = await exchange(this.options.url, message);
    const took = performance.now() - from;
    this.report.times.push(took);
    if (answer.status === 200 || answer.status === 201) this.report.served.push(took);
    this.count(name, answer);
    return answer;
  }

  private count(name: string, answer: Exchange): void {
    const what = `${name} ${answer.broken ?? answer.status}`;
    this.report.answers[what] = (this.report.answers[what] ?? 0) + 1;
    const isDone = answer.status === (name === 'GET' ? 200 : 201);
    if (!isDone) this.report.lastFailureAt = performance.now();
    if (!isDone && !isForLater(answer)) this.report.unexpected.push(`${what} ${answer.text.slice(0, 300)}`);
  }
}

/** Whether the request may be retried: after an error in the form of the service, or without a response. */
function isForLater({ status, text, broken }: Exchange): boolean {
  if (broken !== undefined) return true;
  if (status === 409) return text === JSON.stringify({ error: IN_PROGRESS });
  return [502, 503, 504].includes(status) && text === '{"error":"Service temporarily unavailable"}';
}

/** The number of unsuccessful responses. */
export function countFailed({ answers }: LoadReport): number {
  const failed = Object.entries(answers).filter(([what]) => !/ 20[01]$/.test(what));
  return failed.reduce((sum, [, count]) => sum + count, 0);
}

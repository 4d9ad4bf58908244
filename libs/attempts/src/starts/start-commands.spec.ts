import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Overloaded } from '#libs/http';
import { TimeIsUp } from '../attempt.errors.js';
import { EndStart, EndStartHandler } from './end-start.command.js';
import { EndedStarts } from './ended-starts.js';
import { StartQuiz, StartQuizHandler } from './start-quiz.command.js';
import { SubmitStart, SubmitStartHandler } from './submit-start.command.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const PRINCIPAL = { userId: ID, applicationId: null, admin: false };
const START = { id: ID, version: 1, questions: [], isOver: false, isEnded: false, elapsedMs: 1, isTimedOut: false };

describe('StartQuiz', () => {
  it('gives up if all starts are over', async () => {
    const record = jest.fn();
    const recorder = { start: () => Promise.resolve({ status: 'open', start: { ...START, isOver: true } }) };
    const handler = new StartQuizHandler({} as never, recorder as never, { record } as never);
    await expect(handler.execute(new StartQuiz(ID, PRINCIPAL))).rejects.toThrow(Overloaded);
    expect(record).toHaveBeenCalledTimes(3);
  });
});

it('EndStart ends a start that cannot be recorded yet: the background task records it', async () => {
  const queries = { execute: () => Promise.resolve([]) };
  const record = jest.fn().mockRejectedValue(new Overloaded());
  const ended = new EndedStarts({} as never, {} as never, queries as never, { record } as never, {} as never);
  const unitOfWork = { run: () => Promise.resolve(START) };
  const handler = new EndStartHandler(unitOfWork as never, queries as never, {} as never, ended, {} as never);
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  await handler.execute(new EndStart(ID, ID, {} as never));
  expect(record).toHaveBeenCalledTimes(1);
  expect(error).toHaveBeenCalledTimes(1);
});

it('EndedStarts records starts of twenty versions together', async () => {
  const steps: (() => Promise<boolean>)[] = [];
  const everyInSteps = (_: number, name: string, step: () => Promise<boolean>) => steps.push(step);
  const starts = Array.from({ length: 25 }, (_, version) => ({ ...START, version }));
  const database = { query: () => Promise.resolve(starts) };
  const queries = { execute: () => Promise.resolve([]) };
  const recorded: (() => void)[] = [];
  const record = () => new Promise<void>((resolve) => recorded.push(resolve));
  const background = { everyInSteps } as never;
  new EndedStarts(background, database as never, queries as never, { record } as never, {} as never).onModuleInit();
  const run = steps[0]?.();
  await nextTurn();
  expect(recorded).toHaveLength(20);
  recorded.forEach((resolve) => resolve());
  await nextTurn();
  expect(recorded).toHaveLength(25);
  recorded.forEach((resolve) => resolve());
  expect(await run).toBe(false);
});

describe('SubmitStart', () => {
  const submit = (starts: object[], record: jest.Mock) => {
    const reader = { findById: () => Promise.resolve(starts.shift()) };
    const queries = { execute: () => Promise.resolve([]) };
    const handler = new SubmitStartHandler(
      reader as never,
      queries as never,
      { record } as never,
      {} as never,
      {} as never,
    );
    const attempt = { answers: [], reference: null } as never;
    return handler.execute(new SubmitStart(ID, ID, PRINCIPAL, attempt, undefined));
  };

  it('counts what arrived in time, also if it is scored again after that', async () => {
    const record = jest.fn().mockResolvedValueOnce(undefined).mockResolvedValueOnce('the reply');
    const late = { ...START, isOver: true, elapsedMs: 9, isTimedOut: true };
    expect(await submit([START, late], record)).toBe('the reply');
    const inTime = { totalTimeMs: 1, timedOut: false };
    expect(record.mock.calls.map(([attempt]) => attempt as object)).toMatchObject([inTime, inTime]);
  });

  it('does not count if an administrator ended the start meanwhile', async () => {
    const record = jest.fn().mockResolvedValue(undefined);
    await expect(submit([START, { ...START, isEnded: true }], record)).rejects.toThrow(TimeIsUp);
  });
});

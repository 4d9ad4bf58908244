import type { FastifyInstance } from 'fastify';
import type { DataSource } from 'typeorm';

/** What a piece of work belongs to, as a trace knows it. */
export type Origin = object | undefined;

/** Tells what the service does while it answers requests. This one tells nobody; `createTracing` may give another one. */
export class Tracing {
  /** Observes every request. */
  observe(_server: FastifyInstance): void {
    // Nobody is told.
  }

  /** Observes what is asked of the database through entities. */
  observeEntities(_source: DataSource): void {
    // Nobody is told.
  }

  /** Runs a statement of the database. */
  statement<Result>(_statement: { text: string }, ask: () => Promise<Result>): Promise<Result> {
    return ask();
  }

  /** Does a piece of work that is to be seen as a whole. */
  span<Result>(_name: string, work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  /** What the caller does its work for. */
  origin(): Origin {
    return undefined;
  }

  /** Does a piece of work for all who asked for it, by what they did it for. */
  together<Result>(_name: string, _origins: Origin[], work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}

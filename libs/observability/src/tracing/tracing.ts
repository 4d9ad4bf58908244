import type { FastifyInstance } from 'fastify';
import type { DataSource } from 'typeorm';

/** The trace context of a piece of work. */
export type Origin = object | undefined;

/** Traces the work for requests. This one traces nothing; `createTracing` may return another one. */
export class Tracing {
  /** Observes every request. */
  observe(_server: FastifyInstance): void {
    // Not traced.
  }

  /** Observes statements that TypeORM sends for entities. */
  observeEntities(_source: DataSource): void {
    // Not traced.
  }

  /** Runs a database statement. */
  statement<Result>(_statement: { text: string }, ask: () => Promise<Result>): Promise<Result> {
    return ask();
  }

  /** Runs a piece of work as one span. */
  span<Result>(_name: string, work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  /** The trace context of the caller. */
  origin(): Origin {
    return undefined;
  }

  /** Runs a piece of work for several callers, by their trace contexts. */
  together<Result>(_name: string, _origins: Origin[], work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}

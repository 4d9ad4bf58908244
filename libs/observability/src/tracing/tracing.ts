import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';

/** The trace context of a piece of work. */
export type Origin = object | undefined;

/** Traces the work for requests. This one traces nothing; `createTracing` may return another one. */
export class Tracing {
  /** Begins the span of a request, which `work` and all that follows from it belong to. */
  startRequest(_request: FastifyRequest, _reply: FastifyReply, work: () => void): void {
    work();
  }

  /** Ends the span of an answered request. */
  endRequest(_request: FastifyRequest, _reply: FastifyReply): void {
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

// The service creates its spans in a few places, instead of patching libraries: patches would have to be loaded before
// all other modules, which neither `npm start` nor the tests can do for ES modules.
import type { OnApplicationShutdown } from '@nestjs/common';
import { type Context, context, type Span, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { observeRedis } from './redis-spans.js';
import { ServerSpans } from './server-spans.js';
import { type Exporting, startExporting } from './span-export.js';
import { type Origin, Tracing } from './tracing.js';

/** Creates spans of OpenTelemetry. Work outside requests has none. */
export class OpenTelemetryTracing extends Tracing implements OnApplicationShutdown {
  private readonly exporting: Exporting;
  private readonly serverSpans: ServerSpans;
  private readonly stopObservingRedis: () => void;

  /** @param endpoint of the collector, such as `http://collector:4318` */
  constructor(endpoint: string) {
    super();
    this.exporting = startExporting(endpoint);
    this.serverSpans = new ServerSpans(this.exporting.tracer);
    this.stopObservingRedis = observeRedis(this.exporting.tracer);
  }

  override startRequest(request: FastifyRequest, reply: FastifyReply, work: () => void): void {
    this.serverSpans.start(request, reply, work);
  }

  override endRequest(request: FastifyRequest, reply: FastifyReply): void {
    this.serverSpans.end(request, reply);
  }

  override observeEntities({ subscribers }: DataSource): void {
    subscribers.push({
      afterQuery: ({ query, executionTime = 0, success, error }) => {
        if (!hasSpan(context.active())) return;
        const span = this.startStatement(query, Date.now() - executionTime);
        if (!success) setError(span, error);
        span.end();
      },
    });
  }

  override statement<Result>(statement: { text: string }, ask: () => Promise<Result>): Promise<Result> {
    return hasSpan(context.active()) ? within(this.startStatement(statement.text), context.active(), ask) : ask();
  }

  override span<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const parent = context.active();
    return hasSpan(parent) ? within(this.exporting.tracer.startSpan(name, {}, parent), parent, work) : work();
  }

  override origin(): Origin {
    return context.active();
  }

  /** The span belongs to the trace of the first one, and is linked with the others in both directions. */
  override together<Result>(name: string, origins: Origin[], work: () => Promise<Result>): Promise<Result> {
    const asking = (origins as Context[]).filter(isSampled);
    const [parent, ...others] = asking;
    if (parent === undefined) return work();
    const spans = others.flatMap((other) => trace.getSpan(other) ?? []);
    const span = this.exporting.tracer.startSpan(
      name,
      { links: spans.map((other) => ({ context: other.spanContext() })), attributes: { 'quiz.items': origins.length } },
      parent,
    );
    for (const other of spans) other.addLink({ context: span.spanContext() });
    return within(span, parent, work);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopObservingRedis();
    await this.exporting.stop();
  }

  /** Names the span by the statement's operation. Its text has placeholders and no values. */
  private startStatement(text: string, startTime?: number): Span {
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.replaceAll(/\s+/g, ' ').trim(),
    };
    return this.exporting.tracer.startSpan(
      operation,
      { kind: SpanKind.CLIENT, attributes, ...(startTime !== undefined && { startTime }) },
      context.active(),
    );
  }
}

/** Work without a request has no span. */
const hasSpan = (within: Context) => trace.getSpan(within) !== undefined;

const isSampled = (within: Context) =>
  ((trace.getSpanContext(within)?.traceFlags ?? TraceFlags.NONE) & TraceFlags.SAMPLED) !== 0;

async function within<Result>(span: Span, parent: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    setError(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Only the kind of an error, because PostgreSQL's message may contain values. */
function setError(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const kind = typeof code === 'string' ? code : error instanceof Error ? error.constructor.name : 'unknown';
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
}

import { tracingChannel } from 'node:diagnostics_channel';
import { context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';

/** A command in ioredis' diagnostics channel. */
interface Command {
  command: string;
}

/** Creates a span of each Redis command of a request, without its arguments. @returns a function that stops this */
export function observeRedis(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  const channel = tracingChannel<unknown, Command>('ioredis:command');
  const listeners = {
    start: (message: Command) => {
      const parent = context.active();
      if (trace.getSpan(parent) === undefined) return;
      const operation = message.command.toUpperCase();
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': operation };
      spans.set(message, tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, parent));
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (message: Command) => spans.get(message)?.end(),
    error: (message: Command & { error: unknown }) => {
      const kind = message.error instanceof Error ? message.error.name : 'unknown';
      spans.get(message)?.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
    },
  };
  channel.subscribe(listeners);
  return () => channel.unsubscribe(listeners);
}

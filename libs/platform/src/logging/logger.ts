import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Configuration } from '../configuration/configuration.js';

/** Whatever has the form of an API key is not written anywhere. */
const API_KEY = /qk_[0-9A-Za-z]{6,}/g;

/** The service's log: JSON lines, or readable ones on a terminal. */
export function createLogger({ LOG_LEVEL }: Pick<Configuration, 'LOG_LEVEL'>): Logger {
  const options = {
    level: LOG_LEVEL,
    hooks: { streamWrite: (line: string) => line.replaceAll(API_KEY, 'qk_***') },
  };
  return process.stdout.isTTY
    ? pino(options, pretty({ ignore: 'pid,hostname', sync: true }))
    : pino(options, pino.destination({ sync: false, minLength: 4096 }));
}

/** Who says at each start that every module, route and provider is there. */
const BOOT_CONTEXTS = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Lets Nest write into the service's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    this.write(BOOT_CONTEXTS.has(details.at(-1)) ? 'debug' : 'info', message, details);
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.write('warn', message, details);
  }

  error(message: unknown, ...details: unknown[]): void {
    this.write('error', message, details);
  }

  debug(message: unknown, ...details: unknown[]): void {
    this.write('debug', message, details);
  }

  verbose(message: unknown, ...details: unknown[]): void {
    this.write('trace', message, details);
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.write('fatal', message, details);
  }

  /** Nest gives the context last, and for errors a stack or a message before it. */
  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    details: unknown[],
  ): void {
    const context = details.at(-1);
    const rest = details.slice(0, -1);
    if (message instanceof Error) this.logger[level]({ context, err: message }, [message.message, ...rest].join(' '));
    else this.logger[level]({ context, ...(rest.length > 0 && { details: rest }) }, String(message));
  }
}

/** One line per answered request: who (the key's id, never a key), what, and how long it took. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    (request.log).info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        key: request.caller?.keyId,
      },
      'request',
    );
    done();
  });
}

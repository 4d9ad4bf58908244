import type { Socket } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '#libs/observability';

/** Why a connection is closed: too many in total, too many from its address, or too many requests waiting on it. */
const REASONS = ['total', 'address', 'pipelining'] as const;

/** Minimum time between two log lines, in milliseconds. */
const LOG_INTERVAL_MS = 10_000;

/** Closes excess connections, counts them, and logs it at intervals. */
@Injectable()
export class ClosedConnections {
  private readonly logger = new Logger('Connections');
  private readonly counter;
  private nextLineAt = 0;
  private sinceLastLine = 0;

  constructor(metrics: Metrics) {
    const help =
      'Connections that were closed because there were too many, or because too many requests waited on them';
    this.counter = metrics.counter('quiz_connections_closed_total', help, ['reason']);
    for (const reason of REASONS) this.counter.inc({ reason }, 0);
  }

  close(socket: Socket, reason: (typeof REASONS)[number]): void {
    if (socket.destroyed) return;
    this.counter.inc({ reason });
    this.sinceLastLine++;
    if (performance.now() >= this.nextLineAt) this.log(reason, socket.remoteAddress);
    // Resets the connection, so that the kernel buffers nothing for a client that does not read,
    socket.resetAndDestroy();
    // and does not wait until the rest is written.
    socket.destroy();
  }

  private log(reason: string, address = 'unknown'): void {
    this.logger.warn(`Too many connections (${reason}): closed ${this.sinceLastLine}, the last one of ${address}`);
    this.nextLineAt = performance.now() + LOG_INTERVAL_MS;
    this.sinceLastLine = 0;
  }
}

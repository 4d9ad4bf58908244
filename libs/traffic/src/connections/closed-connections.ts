import type { Socket } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '#libs/observability';

/** Why a connection is closed: too many in total, too many from its address, or too many requests waiting on it. With advice for operators. */
const REASONS = {
  total: 'More instances serve more clients; so may a higher MAX_CONNECTIONS, if `ulimit -Hn` allows it',
  address:
    'If many clients share the address, raise MAX_CONNECTIONS_PER_ADDRESS; if it is that of a proxy, add it to TRUSTED_PROXIES',
  pipelining: 'The client sends requests without waiting for their responses',
};

type Reason = keyof typeof REASONS;

/** Minimum time between two log lines with the same reason, in milliseconds. */
const LOG_INTERVAL_MS = 60_000;

/** Closes excess connections, counts them, and logs it at intervals. */
@Injectable()
export class ClosedConnections {
  private readonly logger = new Logger('Connections');
  private readonly counter;
  /** When the next line is due, and how many were closed since the last one. */
  private readonly lines = new Map<Reason, { dueAt: number; closed: number }>();

  constructor(metrics: Metrics) {
    const help =
      'Connections that were closed because there were too many, or because too many requests waited on them';
    this.counter = metrics.counter('quiz_connections_closed_total', help, ['reason']);
    for (const reason of Object.keys(REASONS)) this.counter.inc({ reason }, 0);
  }

  close(socket: Socket, reason: Reason): void {
    if (socket.destroyed) return;
    this.counter.inc({ reason });
    this.log(reason, socket.remoteAddress);
    // Resets the connection, so that the kernel buffers nothing for a client that does not read,
    socket.resetAndDestroy();
    // and does not wait until the rest is written.
    socket.destroy();
  }

  private log(reason: Reason, address = 'unknown'): void {
    const now = performance.now();
    const line = this.lines.get(reason) ?? { dueAt: now, closed: 0 };
    this.lines.set(reason, line);
    line.closed++;
    if (now < line.dueAt) return;
    this.logger.warn(
      `Too many connections (${reason}): closed ${line.closed}, the last one of ${address}. ${REASONS[reason]}.`,
    );
    line.closed = 0;
    line.dueAt = now + LOG_INTERVAL_MS;
  }
}

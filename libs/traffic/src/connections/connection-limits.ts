import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { normalizeIp } from '@nestjs/throttler';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Metrics } from '#libs/observability';
import { ClosedConnections } from './closed-connections.js';
import { possibleConnections } from './descriptor-limit.js';

/** How long an idle connection is kept after a response, in milliseconds: most clients send their next request sooner. */
const KEEP_IDLE_MS = 5_000;

/** Connections beyond the limit, whose requests get 503 unless they are health checks. Further ones are closed. */
const MAX_EXCESS = 100;

/**
 * Keeps the number of connections below its limits, in total and per address (IPv6: per /64 network). At a limit a new connection takes the
 * place of the one that has waited longest for its client: to send a request, or the rest of one, or to read its response. One that was
 * served is kept for 5 s, and one whose request is being processed until it is done: more clients than the limit would otherwise close each
 * other's connections, and none would be served. In total, what has no place is in excess; of an address, it is closed. Connections of
 * trusted proxies, which have their own limits, only count in total.
 */
@Injectable()
export class ConnectionLimits {
  private readonly logger = new Logger('Connections');
  /** The open connections with their networks; undefined for trusted proxies. */
  private readonly open = new Map<Socket, string | undefined>();
  private readonly counts = new Map<string, number>();
  /** The connections that wait for their clients, with the time since when, the longest first. */
  private readonly waiting = new Map<Socket, number>();
  /** Those that have been served, with the time since when, the longest first. */
  private readonly idle = new Map<Socket, number>();
  /** The newest connections beyond the limit. */
  private readonly excess = new Set<Socket>();
  private readonly isProxy: ReturnType<typeof compile>;
  private readonly maxConnections: number;
  private readonly maxPerNetwork: number;

  constructor(
    @Inject(CONFIGURATION) configuration: Configuration,
    private readonly closed: ClosedConnections,
    metrics: Metrics,
  ) {
    this.isProxy = compile(configuration.TRUSTED_PROXIES);
    this.maxConnections = Math.min(configuration.MAX_CONNECTIONS, possibleConnections(configuration));
    this.maxPerNetwork = configuration.MAX_CONNECTIONS_PER_ADDRESS;
    metrics.gauge('quiz_connections', 'Open connections of clients', [], (gauge) => gauge.set(this.open.size));
    metrics.gauge('quiz_connections_max', 'Connections of clients that may be open at once').set(this.maxConnections);
  }

  /** Watches the connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.add(socket));
  }

  /** Logs errors of a server that listens, such as a connection that takes the last file descriptor: they would end the process. */
  logErrors(server: Server): void {
    server.on('error', (error) => this.logger.error(error));
  }

  /** Whether the connection of a request is beyond the limit. */
  isExcess({ raw }: FastifyRequest): boolean {
    return this.excess.has(raw.socket);
  }

  /** The service works for a request, so its connection stays open. */
  beginWork({ raw }: FastifyRequest): void {
    this.waiting.delete(raw.socket);
    this.idle.delete(raw.socket);
  }

  /** The service waits for the client of a request from now on. */
  endWork({ raw }: FastifyRequest): void {
    this.wait(raw.socket);
  }

  /** The client has the response of its request. */
  endRequest({ raw }: FastifyRequest, { statusCode }: FastifyReply): void {
    const isServed = raw.complete && statusCode < 400;
    if (isServed && this.waiting.delete(raw.socket)) this.idle.set(raw.socket, performance.now());
  }

  private add(socket: Socket): void {
    const address = socket.remoteAddress;
    // Its client has already disconnected.
    if (address === undefined) return;
    const network = this.isProxy(address, 0) ? undefined : normalizeIp(address);
    if (network !== undefined && (this.counts.get(network) ?? 0) >= this.maxPerNetwork) {
      const unused = this.removeUnused(network);
      this.closed.close(unused ?? socket, 'address');
      if (unused === undefined) return;
    }
    if (this.open.size >= this.maxConnections) {
      const unused = this.removeUnused();
      // A client that is sending its request gets a response.
      this.addExcess(unused ?? socket);
      if (unused === undefined) return;
    }
    this.open.set(socket, network);
    if (network !== undefined) this.counts.set(network, (this.counts.get(network) ?? 0) + 1);
    socket.once('close', () => this.forget(socket));
    this.wait(socket);
  }

  private addExcess(socket: Socket): void {
    const [oldest] = this.excess;
    if (oldest !== undefined && this.excess.size >= MAX_EXCESS) {
      this.excess.delete(oldest);
      this.closed.close(oldest, 'total');
    }
    this.excess.add(socket);
    socket.once('close', () => this.excess.delete(socket));
  }

  /** Records that the service waits for the client from now on. */
  private wait(socket: Socket): void {
    this.waiting.delete(socket);
    if (this.open.get(socket) !== undefined) this.waiting.set(socket, performance.now());
  }

  /** Removes the connection (of the given network, if any) that has waited longest. @returns undefined if all are kept */
  private removeUnused(network?: string): Socket | undefined {
    const waiting = this.findLongest(this.waiting, network, Infinity);
    const latest = Math.min(performance.now() - KEEP_IDLE_MS, waiting?.since ?? Infinity);
    const unused = this.findLongest(this.idle, network, latest) ?? waiting;
    if (unused !== undefined) this.forget(unused.socket);
    return unused?.socket;
  }

  /** @param latest finds only those since this time or before */
  private findLongest(sockets: Map<Socket, number>, network: string | undefined, latest: number) {
    for (const [socket, since] of sockets) {
      if (since > latest) return undefined;
      if (network === undefined || this.open.get(socket) === network) return { socket, since };
    }
    return undefined;
  }

  private forget(socket: Socket): void {
    if (!this.open.has(socket)) return;
    const network = this.open.get(socket);
    this.open.delete(socket);
    this.waiting.delete(socket);
    this.idle.delete(socket);
    if (network === undefined) return;
    const left = (this.counts.get(network) ?? 0) - 1;
    if (left > 0) this.counts.set(network, left);
    else this.counts.delete(network);
  }
}

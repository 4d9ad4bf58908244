import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { normalizeIp } from '@nestjs/throttler';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Metrics } from '#libs/observability';
import { ClosedConnections } from './closed-connections.js';
import { possibleConnections } from './descriptor-limit.js';

/** So long after a response a connection is kept, in milliseconds: most clients send their next request sooner. */
const KEPT_MS = 5_000;

/**
 * Keeps the number of connections below its limits, in total and per address (IPv6: per /64 network). At a limit the connection is closed
 * that has waited longest for its client: to send its first request, or the rest of one, or to read its response. If there is none,
 * a connection is closed that has been idle for 5 s, or else the new one: more clients than a limit allows would otherwise close each
 * other's connections, and none would be served. One whose request is being processed is never closed. Connections of trusted proxies,
 * which have their own limits, only count in total.
 */
@Injectable()
export class ConnectionLimits {
  private readonly logger = new Logger('Connections');
  /** The open connections with their networks; undefined for trusted proxies. */
  private readonly open = new Map<Socket, string | undefined>();
  private readonly counts = new Map<string, number>();
  /** The connections that wait for their clients, the longest first. */
  private readonly waiting = new Set<Socket>();
  /** Those whose last response has ended, with the time when it did, the longest idle first. */
  private readonly idle = new Map<Socket, number>();
  private readonly isProxy: ReturnType<typeof compile>;
  private readonly mostOpen: number;
  private readonly mostPerNetwork: number;

  constructor(
    @Inject(CONFIGURATION) configuration: Configuration,
    private readonly closed: ClosedConnections,
    metrics: Metrics,
  ) {
    this.isProxy = compile(configuration.TRUSTED_PROXIES);
    this.mostOpen = Math.min(configuration.MAX_CONNECTIONS, possibleConnections(configuration));
    this.mostPerNetwork = configuration.MAX_CONNECTIONS_PER_ADDRESS;
    metrics.gauge('quiz_connections', 'Open connections of clients', [], (gauge) => gauge.set(this.open.size));
    metrics.gauge('quiz_connections_max', 'Connections of clients that may be open at once').set(this.mostOpen);
  }

  /** Watches the connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.add(socket));
  }

  /** Logs errors of a server that listens, such as a connection that takes the last file descriptor: they would end the process. */
  logErrors(server: Server): void {
    server.on('error', (error) => this.logger.error(error));
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
  endRequest({ raw: { socket } }: FastifyRequest): void {
    if (this.waiting.delete(socket)) this.idle.set(socket, performance.now());
  }

  private add(socket: Socket): void {
    const address = socket.remoteAddress;
    // Its client has already disconnected.
    if (address === undefined) return;
    const network = this.isProxy(address, 0) ? undefined : normalizeIp(address);
    this.open.set(socket, network);
    socket.once('close', () => this.forget(socket));
    if (network !== undefined) {
      this.counts.set(network, (this.counts.get(network) ?? 0) + 1);
      if ((this.counts.get(network) ?? 0) > this.mostPerNetwork) this.close('address', socket, network);
    }
    if (this.open.size > this.mostOpen) this.close('total', socket);
    this.wait(socket);
  }

  /** Records that the service waits for the client from now on. */
  private wait(socket: Socket): void {
    this.waiting.delete(socket);
    if (this.open.get(socket) !== undefined) this.waiting.add(socket);
  }

  private close(reason: 'address' | 'total', newcomer: Socket, network?: string): void {
    const chosen = this.findUnused(network) ?? newcomer;
    this.forget(chosen);
    this.closed.close(chosen, reason);
  }

  /** @param network of the connection, if not any */
  private findUnused(network: string | undefined): Socket | undefined {
    const isOfNetwork = (socket: Socket) => network === undefined || this.open.get(socket) === network;
    for (const socket of this.waiting) if (isOfNetwork(socket)) return socket;
    const latest = performance.now() - KEPT_MS;
    for (const [socket, since] of this.idle) {
      if (since > latest) return undefined;
      if (isOfNetwork(socket)) return socket;
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

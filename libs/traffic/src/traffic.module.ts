import { Module } from '@nestjs/common';
import { Acceptors } from './connections/acceptors.js';
import { ClosedConnections } from './connections/closed-connections.js';
import { ConnectionLimits } from './connections/connection-limits.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';

/** Limits on requests per key and address, and on connections. */
@Module({ imports: [RateLimitModule], providers: [Acceptors, ClosedConnections, ConnectionLimits] })
export class TrafficModule {}

import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeferredDeletionEntity } from './deferred-deletion.entity.js';
import { DeferredDeletions } from './deferred-deletions.js';
import { CreateProjections1770000100000 } from './migrations/1770000100000-create-projections.js';
import { ShardedCounterEntity } from './sharded-counter.entity.js';
import { ShardedCounters } from './sharded-counters.js';
import { CheckResults } from './verification/check-results.js';
import { ConsistencyCheckEntity } from './verification/consistency-check.entity.js';
import { ConsistencyChecksController } from './verification/consistency-checks.controller.js';
import { ListConsistencyChecksHandler } from './verification/list-consistency-checks.query.js';
import { Verification } from './verification/verification.js';

/** Derived data: counters, their checks and repairs, and deferred deletions. */
@Global()
@Module({
  imports: [
    DiscoveryModule,
    TypeOrmModule.forFeature([ShardedCounterEntity, DeferredDeletionEntity, ConsistencyCheckEntity]),
  ],
  controllers: [ConsistencyChecksController],
  providers: [
    DeferredDeletions,
    ShardedCounters,
    CheckResults,
    ListConsistencyChecksHandler,
    Verification,
    CreateProjections1770000100000,
  ],
  exports: [DeferredDeletions, ShardedCounters],
})
export class ProjectionsModule {}

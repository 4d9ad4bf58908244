import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeferredDeletionEntity } from './deferred-deletion.entity.js';
import { DeferredDeletions } from './deferred-deletions.js';
import { CreateListIndex1760001600000 } from './migrations/1760001600000-create-list-index.js';
import { CreateConsistencyChecks1760008710000 } from './migrations/1760008710000-create-consistency-checks.js';
import { IndexCreation } from './ordered-index/index-creation.js';
import { IndexMaintenance } from './ordered-index/index-maintenance.js';
import { IndexedListEntity, ListChangesEntity, ListCheckpointEntity } from './ordered-index/ordered-index.entities.js';
import { OrderedIndex } from './ordered-index/ordered-index.js';
import { OrderedIndexCheck } from './ordered-index/ordered-index.check.js';
import { ShardedCounterEntity } from './sharded-counter.entity.js';
import { ShardedCounters } from './sharded-counters.js';
import { CheckResults } from './verification/check-results.js';
import { ConsistencyCheckEntity } from './verification/consistency-check.entity.js';
import { ConsistencyChecksController } from './verification/consistency-checks.controller.js';
import { ListConsistencyChecksHandler } from './verification/list-consistency-checks.query.js';
import { Verification } from './verification/verification.js';

/** Derived data: counters and ordered lists, their checks and repairs, and deferred deletions. */
@Global()
@Module({
  imports: [
    DiscoveryModule,
    TypeOrmModule.forFeature([
      ShardedCounterEntity,
      DeferredDeletionEntity,
      IndexedListEntity,
      ListCheckpointEntity,
      ListChangesEntity,
      ConsistencyCheckEntity,
    ]),
  ],
  controllers: [ConsistencyChecksController],
  providers: [
    DeferredDeletions,
    ShardedCounters,
    IndexMaintenance,
    IndexCreation,
    OrderedIndex,
    OrderedIndexCheck,
    CheckResults,
    ListConsistencyChecksHandler,
    Verification,
    CreateListIndex1760001600000,
    CreateConsistencyChecks1760008710000,
  ],
  exports: [DeferredDeletions, OrderedIndex, ShardedCounters],
})
export class ProjectionsModule {}

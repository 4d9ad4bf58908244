import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeferredDeletionEntity } from './deferred-deletion.entity.js';
import { DeferredDeletions } from './deferred-deletions.js';
import { IndexedListEntity, ListAnchorEntity, ListChangesEntity } from './list-index/list-index.entities.js';
import { ListIndex } from './list-index/list-index.js';
import { ListIndexVerifier } from './list-index/list-index.verifier.js';
import { CreateListIndex1760001600000 } from './migrations/1760001600000-create-list-index.js';
import { ShardedCounterEntity } from './sharded-counter.entity.js';
import { ShardedCounters } from './sharded-counters.js';
import { Verification } from './verification/verification.js';

/** Data that follow from others: counts and ordered lists, how they are checked and repaired, and rows that are deleted later. */
@Global()
@Module({
  imports: [
    DiscoveryModule,
    TypeOrmModule.forFeature([
      ShardedCounterEntity,
      DeferredDeletionEntity,
      IndexedListEntity,
      ListAnchorEntity,
      ListChangesEntity,
    ]),
  ],
  providers: [
    DeferredDeletions,
    ShardedCounters,
    ListIndex,
    ListIndexVerifier,
    Verification,
    CreateListIndex1760001600000,
  ],
  exports: [DeferredDeletions, ListIndex, ShardedCounters],
})
export class ProjectionsModule {}

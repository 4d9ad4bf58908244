import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreateShardedCounters1770000100000 } from './migrations/1770000100000-create-sharded-counters.js';
import { ShardedCounterEntity } from './sharded-counter.entity.js';
import { ShardedCounters } from './sharded-counters.js';

/** Derived data. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ShardedCounterEntity])],
  providers: [ShardedCounters, CreateShardedCounters1770000100000],
  exports: [ShardedCounters],
})
export class ProjectionsModule {}

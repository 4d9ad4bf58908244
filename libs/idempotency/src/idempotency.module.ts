import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { Idempotency } from './idempotency.js';

/** Requests that are sent again with the same Idempotency-Key. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKeyEntity])],
  providers: [Idempotency],
  exports: [Idempotency],
})
export class IdempotencyModule {}

import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { Idempotency } from './idempotency.js';
import { CreateIdempotencyKeys1770000200000 } from './migrations/1770000200000-create-idempotency-keys.js';

/** Requests that are sent again with the same Idempotency-Key. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKeyEntity])],
  providers: [Idempotency, CreateIdempotencyKeys1770000200000],
  exports: [Idempotency],
})
export class IdempotencyModule {}

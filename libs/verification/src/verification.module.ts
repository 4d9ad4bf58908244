import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CheckResults } from './check-results.js';
import { ConsistencyCheckEntity } from './consistency-check.entity.js';
import { ConsistencyChecksController } from './consistency-checks.controller.js';
import { ListConsistencyChecksHandler } from './list-consistency-checks.query.js';
import { CreateConsistencyChecks1770000150000 } from './migrations/1770000150000-create-consistency-checks.js';
import { Verification } from './verification.js';

/** Runs the consistency checks of all modules, and stores their results. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([ConsistencyCheckEntity])],
  controllers: [ConsistencyChecksController],
  providers: [CheckResults, ListConsistencyChecksHandler, Verification, CreateConsistencyChecks1770000150000],
})
export class VerificationModule {}

import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditModule } from '#libs/audit';
import { type Configuration, ConfigurationModule } from '#libs/configuration';
import { DatabaseModule } from '#libs/database';
import { FileTransferModule } from '#libs/file-transfer';
import { HttpModule } from '#libs/http';
import { IdempotencyModule } from '#libs/idempotency';
import { ObservabilityModule } from '#libs/observability';
import { ProjectionsModule } from '#libs/projections';
import { TrafficModule } from '#libs/traffic';
import { UserDataModule } from '#libs/user-data';
import { VerificationModule } from '#libs/verification';
import { WorkersModule } from '#libs/workers';
import { ServiceExceptionFilter } from './edge/exception.filter.js';
import { HealthController } from './health.controller.js';
import * as features from './modules.js';
import { sortModules } from './sort-modules.js';

/** The whole service: infrastructure, and the feature modules of `modules.ts`. */
@Module({})
export class AppModule {
  /**
   * @param isIdle whether background tasks are off, as in a command beside running instances
   * @param modules the feature modules, in any order
   */
  static forRoot(
    configuration: Configuration,
    isIdle = false,
    modules: readonly Type[] = Object.values(features),
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigurationModule.forRoot(configuration),
        WorkersModule,
        CqrsModule.forRoot(),
        ObservabilityModule,
        HttpModule,
        DatabaseModule.forRoot(isIdle),
        UserDataModule,
        ProjectionsModule,
        VerificationModule,
        IdempotencyModule,
        TrafficModule,
        FileTransferModule,
        AuditModule,
        ...sortModules(modules),
      ],
      controllers: [HealthController],
      providers: [{ provide: APP_FILTER, useClass: ServiceExceptionFilter }],
    };
  }
}

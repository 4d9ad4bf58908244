import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptsModule } from '#libs/attempts';
import { AuditModule } from '#libs/audit';
import { AuthModule } from '#libs/auth';
import { BackofficeAuthModule } from '#libs/backoffice-auth';
import { type Configuration, ConfigurationModule } from '#libs/configuration';
import { DatabaseModule } from '#libs/database';
import { HttpModule } from '#libs/http';
import { IdempotencyModule } from '#libs/idempotency';
import { LeaderboardsModule } from '#libs/leaderboards';
import { ObservabilityModule } from '#libs/observability';
import { ProjectionsModule } from '#libs/projections';
import { QuizzesModule } from '#libs/quizzes';
import { TrafficModule } from '#libs/traffic';
import { ServiceExceptionFilter } from './edge/exception.filter.js';
import { HealthController } from './health.controller.js';

/** The whole service. A new module is one line here. */
@Module({})
export class AppModule {
  /** @param isIdle whether nothing runs in the background, as in a tool beside running services */
  static forRoot(configuration: Configuration, isIdle = false): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigurationModule.forRoot(configuration),
        CqrsModule.forRoot(),
        ObservabilityModule,
        HttpModule,
        DatabaseModule.forRoot(isIdle),
        ProjectionsModule,
        IdempotencyModule,
        TrafficModule,
        AuditModule,
        AuthModule,
        BackofficeAuthModule,
        QuizzesModule,
        AttemptsModule,
        LeaderboardsModule,
      ],
      controllers: [HealthController],
      providers: [{ provide: APP_FILTER, useClass: ServiceExceptionFilter }],
    };
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { AttemptsModule } from '#libs/attempts';
import { AuditModule } from '#libs/audit';
import { AuthModule } from '#libs/auth';
import { BackofficeAuthModule } from '#libs/backoffice-auth';
import { LeaderboardsModule } from '#libs/leaderboards';
import { type Configuration, PlatformModule } from '#libs/platform';
import { QuizzesModule } from '#libs/quizzes';

/** The whole service. A new module is one line here. */
@Module({})
export class AppModule {
  /** @param isIdle whether nothing runs in the background, as in a tool beside running services */
  static forRoot(configuration: Configuration, isIdle = false): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(configuration, isIdle),
        AuditModule,
        AuthModule,
        BackofficeAuthModule,
        QuizzesModule,
        AttemptsModule,
        LeaderboardsModule,
      ],
    };
  }
}

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
  static forRoot(configuration: Configuration): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(configuration),
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

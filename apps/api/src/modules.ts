// The feature modules. Their position does not matter.
export { AttemptsModule } from '#libs/attempts';
export { AuthModule } from '#libs/auth';
export { BackofficeAuthModule } from '#libs/backoffice-auth';
export { ImagesModule } from '#libs/images';
export { LeaderboardsModule } from '#libs/leaderboards';
export { QuizzesModule } from '#libs/quizzes';
export { StatisticsModule } from '#libs/statistics';
export { WebhooksModule } from '#libs/webhooks';

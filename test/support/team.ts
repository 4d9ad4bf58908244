import { Module, type Type } from '@nestjs/common';

/** What a route of a team's declares. */
export const TEAM_ROUTE = { summary: 'A route of a team', scope: 'quizzes:read' as const };

/** A module as a team adds it to the service. */
export function moduleOf(...controllers: Type[]): Type {
  @Module({ controllers })
  class TeamModule {}
  return TeamModule;
}

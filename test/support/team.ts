import { Module, type Type } from '@nestjs/common';
import { READ_QUIZZES } from '#libs/quizzes';

/** Of any fields: the description of the API declares none. */
class TeamResult {
  team?: unknown;
}

/** The declaration of a team's route. */
export const TEAM_ROUTE = { summary: 'A route of a team', scope: READ_QUIZZES, returns: TeamResult };

/** A module that a team adds to the service. */
export function moduleOf(...controllers: Type[]): Type {
  @Module({ controllers })
  class TeamModule {}
  return TeamModule;
}

import { Module, type Type } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { READ_QUIZZES } from '#libs/quizzes';

class TeamResult {
  @ApiPropertyOptional({ type: String, example: 'ours' })
  team?: unknown;

  @ApiPropertyOptional({ type: Object, example: {} })
  value?: unknown;

  @ApiPropertyOptional({ type: Number, example: 3 })
  length?: unknown;
}

/** The declaration of a team's route. */
export const TEAM_ROUTE = { summary: 'A route of a team', scope: READ_QUIZZES, returns: TeamResult };

/** A module that a team adds to the service. */
export function moduleOf(...controllers: Type[]): Type {
  @Module({ controllers })
  class TeamModule {}
  return TeamModule;
}

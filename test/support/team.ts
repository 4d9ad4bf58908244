import { Module, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { READ_QUIZZES } from '#libs/quizzes';

/** Of any fields. */
class TeamResult {
  @ApiProperty({ required: false, example: 'ours' })
  team?: string;
}

/** What a route of a team's declares. */
export const TEAM_ROUTE = { summary: 'A route of a team', scope: READ_QUIZZES, returns: TeamResult };

/** A module as a team adds it to the service. */
export function moduleOf(...controllers: Type[]): Type {
  @Module({ controllers })
  class TeamModule {}
  return TeamModule;
}

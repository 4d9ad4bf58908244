import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ListField, NextCursor, RETURNED_URL, TextField, UrlField, ValidateWith } from '#libs/http';
import { externalIdProblem, MAX_EXTERNAL_ID_LENGTH } from './external-id.js';

const EXAMPLE_EXTERNAL_ID = 'learner-4711';

/** The largest batch. */
const MAX_PLAYERS = 1_000;

export class PlayerBody {
  @TextField({ min: 1, max: 100, trim: true, example: 'Ada Lovelace' })
  displayName!: string;

  @UrlField({ optional: true, nullable: true, example: 'https://example.com/ada.png' })
  image: string | null = null;
}

export class NamedPlayerBody extends PlayerBody {
  @TextField({
    min: 1,
    max: MAX_EXTERNAL_ID_LENGTH,
    description: 'The id of the player in your application: 1 to 255 visible characters, compared exactly',
    example: EXAMPLE_EXTERNAL_ID,
  })
  @ValidateWith((value) => (typeof value === 'string' ? externalIdProblem(value) : undefined))
  externalId!: string;
}

export class PlayersBody {
  @ListField(() => NamedPlayerBody, { min: 1, max: MAX_PLAYERS, description: 'Each external id once' })
  players!: NamedPlayerBody[];
}

export class Player {
  @ApiProperty({
    format: 'uuid',
    description: 'The `userId` of the player in attempts and leaderboards',
    example: '019b76da-a800-7000-8000-000000000001',
  })
  id!: string;

  @ApiProperty({ example: EXAMPLE_EXTERNAL_ID })
  externalId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ ...RETURNED_URL, example: 'https://example.com/ada.png' })
  image!: string | null;

  @ApiPropertyOptional({ description: 'True for a player who is suspended; absent for others', example: true })
  suspended?: boolean;
}

export class Players {
  @ApiProperty({ type: [Player], description: 'In the order in which they were sent' })
  players!: Player[];
}

export class PlayerList {
  @ApiProperty({ type: [Player], description: 'In the order of their external ids' })
  players!: Player[];

  @NextCursor()
  nextCursor!: string | null;
}

import { ApiProperty } from '@nestjs/swagger';

/** The body of every error. */
export class ErrorBody {
  @ApiProperty({ description: 'What is wrong, for people', example: 'Quiz not found' })
  error!: string;
}

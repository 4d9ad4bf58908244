import { ApiProperty } from '@nestjs/swagger';
import { LOSSES, type Loss, type Question, type ReadQuestion as Read } from '#libs/question-formats';

/** A part of a file that a quiz cannot store. */
class QuestionLoss implements Loss {
  @ApiProperty({
    enum: LOSSES,
    description: '`weight` is a part of the points for an answer, `points` more or less than one point for a question',
    example: 'feedback',
  })
  what!: Loss['what'];

  @ApiProperty({ type: 'integer', description: 'Line in which it begins, from 1', example: 3 })
  line!: number;
}

class DraftAnswer {
  @ApiProperty({ example: 'Canberra' })
  text!: string;

  @ApiProperty({ example: true })
  isCorrect!: boolean;
}

/** A question that fits into the body of a quiz. */
class DraftQuestion implements Question {
  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;

  @ApiProperty({ type: String, format: 'uri', nullable: true, example: null })
  imageUrl!: string | null;

  @ApiProperty({ type: [DraftAnswer], description: '2 to 10, of which at least one is correct' })
  answers!: DraftAnswer[];
}

/** A question of a file: converted to a question of a quiz, or with the reason why it cannot be one. */
export class ReadQuestion implements Read {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Line in which it begins, from 1', example: 1 })
  line!: number;

  @ApiProperty({ type: String, nullable: true, description: 'The name it has in the file', example: 'Australia' })
  name!: string | null;

  @ApiProperty({ type: DraftQuestion, nullable: true })
  question!: DraftQuestion | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it cannot be a question of a quiz; null where it can',
    example: null,
  })
  problem!: string | null;

  @ApiProperty({ type: [QuestionLoss], description: 'What of it the question of a quiz leaves out' })
  dropped!: QuestionLoss[];
}

import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, TextField } from '#libs/http';
import { type Deletion, DELETIONS, type Erasure, ERASURES } from '#libs/user-data';

export class HeldData {
  @ApiProperty({ example: 'API keys' })
  title!: string;

  @ApiProperty({ type: 'integer', example: 2 })
  rows!: number;

  @ApiProperty({
    type: String,
    enum: DELETIONS,
    description: 'Whether they are deleted: in both ways of erasing, if the user is removed, or never',
    example: 'always',
  })
  deleted!: Deletion;
}

export class ErasureConsequences {
  @ApiProperty({ type: [HeldData], description: 'In the order of their titles, also those that the user has none of' })
  held!: HeldData[];
}

export class EraseUserBody {
  @ChoiceField({
    of: ERASURES,
    description:
      'Whether the results stay under the name "Deleted user", and cannot be deleted later, or are deleted too',
    example: 'anonymise',
  })
  way!: Erasure;

  @TextField({ min: 1, max: 500, trim: true, description: 'For the audit log', example: 'Asked for it by letter' })
  reason!: string;
}

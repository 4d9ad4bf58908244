import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ColumnsField, TableColumns } from '#libs/file-transfer';
import { type Role, ROLES } from '#libs/access';
import { RETURNED_URL } from '#libs/http';
import { USER_ROLES } from './user-parser.js';

export class UserFileQuery {
  @ColumnsField(USER_ROLES, 'email,displayName,role')
  columns?: string;
}

/** A body that creates a user. */
class DraftUser {
  @ApiProperty({ example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ ...RETURNED_URL, example: null })
  image!: string | null;

  @ApiProperty({ type: String, enum: ROLES, example: 'player' })
  role!: Role;

  @ApiPropertyOptional({ type: [String], description: 'Absent if there are none', example: ['7b'] })
  tags?: string[];
}

/** A row of a file: a user, or the reason why it cannot be one. */
export class ReadUser {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Line in which it begins, from 1', example: 2 })
  line!: number;

  @ApiProperty({
    type: [String],
    description: 'As the file has them; empty for an entry that stands for several rows',
    example: ['ada@example.com', 'Ada Lovelace', 'player'],
  })
  cells!: string[];

  @ApiProperty({ type: DraftUser, nullable: true })
  user!: DraftUser | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why no user can be created from it; null where one can',
    example: null,
  })
  problem!: string | null;
}

export class UserReading {
  @ApiProperty({
    type: [String],
    description: 'Those of the header; empty if it is wrong',
    example: ['email', 'displayName', 'role'],
  })
  columns!: string[];

  @ApiProperty({ type: [ReadUser], description: 'In the order of the file' })
  rows!: ReadUser[];

  @ApiProperty({ type: TableColumns })
  table!: TableColumns;
}

import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import type { TablePreview } from '#libs/files';
import { TextField, ValidateWith } from '#libs/http';

/** Largest file of questions or users, in bytes. */
export const UPLOAD_LIMIT = 5_000_000;

/** The meaning of each column of a table, separated by commas; empty for one that is ignored. */
export function ColumnsField(roles: readonly string[], example: string): PropertyDecorator {
  const description = `What each column of a table is: ${roles.join(', ')}, or nothing for one that is ignored. By default the header says it`;
  const name = `(${roles.join('|')})?`;
  const pattern = `^${name}(,${name})*$`;
  const rule = (value: unknown) =>
    new RegExp(pattern).test(String(value)) ? undefined : `must be names of ${roles.join(', ')}, separated by commas`;
  return applyDecorators(
    TextField({ min: 1, max: 2_000, optional: true, description, example, pattern }),
    ValidateWith(rule),
  );
}

/** @param text valid by {@link ColumnsField} */
export const columnsOf = <Role extends string>(text: string | undefined, roles: readonly Role[]) =>
  text?.split(',').map((name) => roles.find((role) => role === name) ?? null);

export class TableColumns implements TablePreview {
  @ApiProperty({ type: [String], description: 'The names of the columns', example: ['Question', 'A', 'B', 'Key'] })
  header!: string[];

  @ApiProperty({
    description: 'What each column is, separated by commas; nothing for one that is ignored',
    example: 'question,answer,answer,correct',
  })
  columns!: string;

  @ApiProperty({ description: 'Whether these columns suffice. If not, send them as `columns`', example: true })
  isUnderstood!: boolean;

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    description: 'The first rows after the header',
    example: [['What is the capital of Australia?', 'Canberra', 'Sydney', '1']],
  })
  rows!: string[][];
}

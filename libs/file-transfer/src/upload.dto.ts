import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import type { TablePreview, Upload } from '#libs/files';
import { ValidateWith, TextField, ValidationFailed } from '#libs/http';

/** Largest file, in bytes. */
const MAX_FILE = 5_000_000;

/** The bytes of a body with the largest file. */
export const UPLOAD_LIMIT = 7 * 1024 * 1024;

export interface UploadBody {
  text?: string;
  file?: string;
}

/** The base of a body with a file: its text, or its bytes. @param example a text */
export function uploadLike(example: string): abstract new () => UploadBody {
  abstract class WithFile implements UploadBody {
    @TextField({ min: 1, max: MAX_FILE, optional: true, description: 'The text of the file', example })
    text?: string;

    @TextField({
      min: 1,
      max: Math.ceil(MAX_FILE / 3) * 4,
      optional: true,
      description: 'The bytes of the file in base64, in place of `text`: for example of an Excel file (.xlsx)',
      example: Buffer.from(example).toString('base64'),
    })
    file?: string;
  }
  return WithFile;
}

/** @throws ValidationFailed if there is neither text nor bytes */
export function uploadOf({ text, file }: UploadBody): Upload {
  if (text === undefined && file === undefined) throw new ValidationFailed(['text: must be given, or a file instead']);
  return { text, file };
}

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

import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { TextField } from '#libs/http';

/** A code as a person types it: apps display it in groups. */
export function CodeField({ optional = false } = {}): PropertyDecorator {
  return applyDecorators(
    TextField({
      min: 1,
      max: 50,
      optional,
      description: 'The 6 digits that the authenticator app shows, or a recovery code',
      example: '287082',
    }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? value.replaceAll(/\s/g, '') : value,
    ),
  );
}

export class CurrentPasswordBody {
  @TextField({ min: 1, max: 1_000, example: 'correct horse battery' })
  password!: string;
}

export class CodeBody {
  @CodeField()
  code!: string;
}

export class SecondFactor {
  @ApiProperty({ description: 'Whether a sign-in by password needs a code', example: true })
  isOn!: boolean;

  @ApiProperty({ type: 'integer', description: 'Recovery codes that were not used yet', example: 10 })
  recoveryCodesLeft!: number;
}

/** Shown once. */
export class Enrolment {
  @ApiProperty({
    description: 'To type into an authenticator app, base32',
    example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  })
  secret!: string;

  @ApiProperty({
    description: 'The same for a QR code',
    example:
      'otpauth://totp/Quiz%20service:ada%40example.com?issuer=Quiz%20service&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  })
  uri!: string;
}

/** Shown once. */
export class RecoveryCodes {
  @ApiProperty({
    type: [String],
    description: 'Each of them signs in once',
    example: ['K5QW-LT2M-4ZJD-7XPA-Q3NB-6HYE'],
  })
  recoveryCodes!: string[];
}

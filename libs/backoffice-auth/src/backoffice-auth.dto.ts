import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { User } from '#libs/auth';
import { TextField } from '#libs/platform';

export class SignInBody {
  @TextField({ min: 1, max: 254, trim: true, example: 'ada@example.com' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value))
  email!: string;

  @TextField({ min: 1, max: 1_000, example: 'correct horse battery' })
  password!: string;
}

export class Session {
  @ApiProperty({ description: 'The administrator who is signed in' })
  user!: User;

  @ApiProperty({
    description: 'For the `x-csrf-token` header of every write; the same as long as the session lasts',
    example: 'kPvXz8y1mQe0Yw7sT3uRbN5cLhJdG2fA6iKoVxE9tZQ',
  })
  csrfToken!: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { listOf, TextField } from '#libs/http';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

export class Certificate {
  @ApiProperty({ format: 'uuid', example: ID })
  quizId!: string;

  @ApiProperty({ format: 'uuid', example: ID })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  earnedAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  revokedAt!: Date | null;
}

export class CertificateList extends listOf('certificates', Certificate) {}

export class RevokeCertificateBody {
  @TextField({ min: 1, max: 200, trim: true, example: 'Two users shared their answers' })
  reason!: string;
}

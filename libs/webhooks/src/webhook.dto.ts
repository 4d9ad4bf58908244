import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsString, MaxLength, ValidateIf } from 'class-validator';
import { BooleanField, TextField, UrlField } from '#libs/http';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';
const EXAMPLE = {
  name: 'Course platform',
  url: 'https://courses.example.com/quiz-events',
  events: ['attempt.recorded'],
};

export class WebhookBody {
  @TextField({ min: 1, max: 100, trim: true, description: 'What receives the events', example: EXAMPLE.name })
  name!: string;

  @UrlField({ description: 'An https address', example: EXAMPLE.url })
  url!: string;

  @ApiProperty({ type: [String], minItems: 1, maxItems: 100, uniqueItems: true, example: EXAMPLE.events })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  events!: string[];
}

export class UpdateWebhookBody {
  @TextField({ min: 1, max: 100, trim: true, optional: true, example: EXAMPLE.name })
  name?: string;

  @UrlField({ optional: true, description: 'An https address', example: EXAMPLE.url })
  url?: string;

  @ApiPropertyOptional({ type: [String], minItems: 1, maxItems: 100, uniqueItems: true, example: EXAMPLE.events })
  @ValidateIf((_, events) => events !== undefined)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  events?: string[];

  @BooleanField({ optional: true, description: 'A disabled webhook gets no events', example: true })
  enabled?: boolean;
}

export class Webhook {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ example: EXAMPLE.name })
  name!: string;

  @ApiProperty({ example: EXAMPLE.url })
  url!: string;

  @ApiProperty({ type: [String], example: EXAMPLE.events })
  events!: string[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null if it is enabled',
    example: null,
  })
  disabledAt!: Date | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the service disabled it; null if an administrator did',
    example: null,
  })
  disabledReason!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  createdAt!: Date;
}

export class WebhookList {
  @ApiProperty({ type: [Webhook], description: 'By name' })
  webhooks!: Webhook[];
}

export class WebhookSecret {
  @ApiProperty({
    description: 'Verifies the signatures of deliveries',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when deliveries are signed with the former secret too; null if they are not',
    example: null,
  })
  previousUntil!: Date | null;
}

export class WebhookEventType {
  @ApiProperty({ example: 'attempt.recorded' })
  type!: string;

  @ApiProperty({ example: 'An attempt was recorded' })
  description!: string;
}

export class WebhookEventTypes {
  @ApiProperty({ type: [WebhookEventType] })
  events!: WebhookEventType[];
}

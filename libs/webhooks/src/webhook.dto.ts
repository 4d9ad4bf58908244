import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, WordsField, TextField, UrlField } from '#libs/http';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';
const EXAMPLE = {
  name: 'Course platform',
  url: 'https://courses.example.com/quiz-events',
  events: ['attempt.recorded'],
};

const MAX_EVENTS = 100;

export class WebhookBody {
  @TextField({ min: 1, max: 100, trim: true, description: 'What receives the events', example: EXAMPLE.name })
  name!: string;

  @UrlField({ description: 'An https address', example: EXAMPLE.url })
  url!: string;

  @WordsField({ max: MAX_EVENTS, example: EXAMPLE.events })
  events!: string[];
}

export class UpdateWebhookBody {
  @TextField({ min: 1, max: 100, trim: true, optional: true, example: EXAMPLE.name })
  name?: string;

  @UrlField({ optional: true, description: 'An https address', example: EXAMPLE.url })
  url?: string;

  @WordsField({ max: MAX_EVENTS, optional: true, example: EXAMPLE.events })
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
  formerUntil!: Date | null;
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

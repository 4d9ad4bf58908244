import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, CursorQuery, NextCursor } from '#libs/http';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery.entity.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

export class DeliveriesQuery extends CursorQuery {
  @ChoiceField({ of: DELIVERY_STATUSES, optional: true, description: 'Deliveries with this status only' })
  status?: DeliveryStatus;
}

export class DeliveryTry {
  @ApiProperty({ format: 'date-time', example: TIME })
  at!: string;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Milliseconds', example: 42 })
  latencyMs!: number;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    nullable: true,
    description: 'Null without a response',
    example: 500,
  })
  responseStatus!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why there was no response', example: null })
  error!: string | null;
}

export class Delivery {
  @ApiProperty({ format: 'uuid', description: 'Id of the event: the header `webhook-id`', example: ID })
  id!: string;

  @ApiProperty({ example: 'attempt.recorded' })
  type!: string;

  @ApiProperty({ type: String, enum: DELIVERY_STATUSES, example: 'delivered' })
  status!: DeliveryStatus;

  @ApiProperty({ type: String, format: 'date-time', description: 'When the event occurred', example: TIME })
  createdAt!: Date;

  @ApiProperty({
    description: 'The body of the request',
    example: '{"type":"attempt.recorded","timestamp":"…","data":{}}',
  })
  payload!: string;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    description: 'Since it was last sent by hand, or its webhook was enabled or got another address',
    example: 1,
  })
  tries!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'The last try', example: TIME })
  triedAt!: Date | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The next try; null unless it is pending',
    example: null,
  })
  nextTryAt!: Date | null;

  @ApiProperty({ type: 'integer', format: 'int32', nullable: true, description: 'Milliseconds', example: 42 })
  latencyMs!: number | null;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    nullable: true,
    description: 'Null without a response',
    example: 204,
  })
  responseStatus!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The first 1,000 bytes', example: '' })
  responseBody!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why there was no response', example: null })
  error!: string | null;

  @ApiProperty({ type: [DeliveryTry], description: 'The last 20 tries that have ended, oldest first' })
  history!: DeliveryTry[];
}

export class DeliveryPart {
  @ApiProperty({ type: [Delivery], description: 'Newest first' })
  deliveries!: Delivery[];

  @NextCursor()
  nextCursor!: string | null;
}

export class SentDeliveries {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Number of deliveries that are sent now', example: 14 })
  deliveries!: number;
}

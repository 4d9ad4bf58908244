import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '#libs/attempts';
import { AuditSubjects } from '#libs/audit';
import { AuthModule } from '#libs/auth';
import { QuizListItem, QuizzesModule } from '#libs/quizzes';
import { CreateWebhookHandler } from './commands/create-webhook.command.js';
import { DeleteWebhookHandler } from './commands/delete-webhook.command.js';
import { ResendDeliveryHandler } from './commands/resend-delivery.command.js';
import { SendPendingHandler } from './commands/send-pending.command.js';
import { RotateSecretHandler } from './commands/rotate-secret.command.js';
import { ShowSecretHandler } from './commands/show-secret.command.js';
import { SendTestEventHandler } from './commands/send-test-event.command.js';
import { UpdateWebhookHandler } from './commands/update-webhook.command.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryEntity } from './delivery.entity.js';
import { Addresses } from './delivery/addresses.js';
import { DeliveryQueue } from './delivery/delivery-queue.js';
import { DeliveriesExport } from './delivery/deliveries-export.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { OldDeliveries } from './delivery/old-deliveries.js';
import { Sender } from './delivery/sender.js';
import {
  AttemptEventData,
  DeletedQuizEventData,
  RecordedAttemptEventData,
  UserEventData,
  VoidedAttemptEventData,
} from './event-data.dto.js';
import { EventTypes, SendsToWebhooks } from './event-types.js';
import { EnqueueWhenWebhookEvent } from './listeners/enqueue-when-webhook-event.listener.js';
import { SendWhenAttemptsCorrected } from './listeners/send-when-attempts-corrected.listener.js';
import { SendWhenAttemptsRecorded } from './listeners/send-when-attempts-recorded.listener.js';
import { SendWhenQuizCreated } from './listeners/send-when-quiz-created.listener.js';
import { SendWhenQuizDeleted } from './listeners/send-when-quiz-deleted.listener.js';
import { SendWhenQuizRestored } from './listeners/send-when-quiz-restored.listener.js';
import { SendWhenQuizUpdated } from './listeners/send-when-quiz-updated.listener.js';
import { SendWhenUserCreated } from './listeners/send-when-user-created.listener.js';
import { SendWhenUsersChanged } from './listeners/send-when-users-changed.listener.js';
import { CreateWebhooks1770001000000 } from './migrations/1770001000000-create-webhooks.js';
import { BrowseDeliveriesHandler } from './queries/browse-deliveries.query.js';
import { GetWebhookHandler } from './queries/get-webhook.query.js';
import { ListWebhooksHandler } from './queries/list-webhooks.query.js';
import { QueuedEventEntity } from './queued-event.entity.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhooksController } from './webhooks.controller.js';

/** Calls addresses when something happens. Other modules send events of their own with `WebhookEvent`. */
@AuditSubjects('webhook')
@SendsToWebhooks({
  'attempt.recorded': { description: 'An attempt was recorded', data: RecordedAttemptEventData },
  'attempt.regraded': { description: 'The score of an attempt was changed', data: AttemptEventData },
  'attempt.voided': { description: 'An attempt does not count any more', data: VoidedAttemptEventData },
  'attempt.restored': { description: 'A voided attempt counts again', data: AttemptEventData },
  'quiz.created': { description: 'A quiz was created', data: QuizListItem },
  'quiz.updated': { description: 'A quiz was changed', data: QuizListItem },
  'quiz.deleted': { description: 'A quiz was deleted, with its attempts', data: DeletedQuizEventData },
  'quiz.restored': { description: 'A deleted quiz was restored, with its attempts', data: QuizListItem },
  'user.created': {
    description: 'A user was created, other than a player of an application',
    data: UserEventData,
  },
  'user.changed': { description: 'The role, suspension or profile of a user was changed', data: UserEventData },
})
@Module({
  imports: [
    DiscoveryModule,
    AuthModule,
    QuizzesModule,
    AttemptsModule,
    TypeOrmModule.forFeature([WebhookEntity, QueuedEventEntity, DeliveryEntity]),
  ],
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    EventTypes,
    CreateWebhookHandler,
    UpdateWebhookHandler,
    DeleteWebhookHandler,
    RotateSecretHandler,
    ShowSecretHandler,
    SendTestEventHandler,
    ResendDeliveryHandler,
    SendPendingHandler,
    ListWebhooksHandler,
    GetWebhookHandler,
    BrowseDeliveriesHandler,
    EnqueueWhenWebhookEvent,
    SendWhenAttemptsRecorded,
    SendWhenAttemptsCorrected,
    SendWhenQuizCreated,
    SendWhenQuizUpdated,
    SendWhenQuizDeleted,
    SendWhenQuizRestored,
    SendWhenUserCreated,
    SendWhenUsersChanged,
    Addresses,
    Sender,
    DeliveryQueue,
    DeliveriesExport,
    DeliveryWorker,
    OldDeliveries,
    CreateWebhooks1770001000000,
  ],
})
export class WebhooksModule {}

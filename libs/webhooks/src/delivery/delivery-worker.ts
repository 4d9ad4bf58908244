import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Background, isDatabaseUnavailable } from '#libs/database';
import { Metrics } from '#libs/observability';
import { DisableWebhook } from '../commands/disable-webhook.command.js';
import { signedHeaders } from '../signature.js';
import { type ClaimedDelivery, DeliveryQueue, type Result } from './delivery-queue.js';
import { retryDelay } from './retry-delay.js';
import { Sender } from './sender.js';

/** How often an instance looks for deliveries, in milliseconds. */
const INTERVAL_MS = 500;

/** How long a stopping instance waits for receivers, in milliseconds. */
const GRACE_MS = 2_000;

/** The pause after each batch, in milliseconds. It is repeated while requests keep the process busy, up to the longest pause. */
const PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** The utilisation of the event loop above which the process is busy. */
const BUSY = 0.5;

const GONE = 410;

/** Sends the deliveries. Each webhook is served on its own, so that a slow receiver delays no other one. */
@Injectable()
export class DeliveryWorker implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly active = new Map<string, Promise<void>>();
  private readonly count: (result: Result) => void;
  private isStopping = false;

  constructor(
    private readonly background: Background,
    private readonly queue: DeliveryQueue,
    private readonly sender: Sender,
    private readonly commands: CommandBus,
    metrics: Metrics,
  ) {
    const tries = metrics.counter('quiz_webhook_tries_total', 'Requests to webhooks, by whether they succeeded', [
      'outcome',
    ]);
    this.count = ({ status }) => tries.inc({ outcome: status === 'delivered' ? 'success' : 'failure' });
  }

  onModuleInit(): void {
    this.background.every(INTERVAL_MS, 'Delivering to webhooks', () => this.start());
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    const timer = setTimeout(() => this.sender.close(), GRACE_MS);
    await Promise.all(this.active.values());
    clearTimeout(timer);
    this.sender.close();
  }

  private async start(): Promise<void> {
    for (const id of await this.queue.webhooks()) {
      if (!this.isStopping && !this.active.has(id))
        this.active.set(
          id,
          this.deliver(id).finally(() => this.active.delete(id)),
        );
    }
  }

  private async deliver(webhookId: string): Promise<void> {
    try {
      for (;;) {
        const deliveries = this.isStopping ? [] : await this.queue.claim(webhookId);
        if (deliveries.length === 0) return;
        const results = await Promise.all(deliveries.map((delivery) => this.try(delivery)));
        await this.queue.record(webhookId, results);
        const failed = results.find(({ status }) => status === 'failed');
        if (failed !== undefined) await this.commands.execute(new DisableWebhook(webhookId, reasonOf(failed)));
        await this.pause();
      }
    } catch (error) {
      // The next look for deliveries reports that the database is away.
      if (!isDatabaseUnavailable(error)) this.logger.error(error, `Deliveries to the webhook ${webhookId} failed`);
    }
  }

  /** Leaves the processor to requests: during a pause, they are what the process works for. */
  private async pause(): Promise<void> {
    for (let ms = 0; ms < LONGEST_PAUSE_MS && !this.isStopping; ms += PAUSE_MS) {
      const before = performance.eventLoopUtilization();
      await sleep(PAUSE_MS);
      if (performance.eventLoopUtilization(before).utilization < BUSY) return;
    }
  }

  private async try({ eventId, payload, tries, url, secret, previousSecret }: ClaimedDelivery): Promise<Result> {
    const secrets = previousSecret === null ? [secret] : [secret, previousSecret];
    const outcome = await this.sender.post(url, payload, signedHeaders(eventId, payload, secrets));
    const { responseStatus } = outcome;
    const result = { eventId, ...outcome, ...nextOf(responseStatus, tries) };
    this.count(result);
    return result;
  }
}

function nextOf(responseStatus: number | null, tries: number): Pick<Result, 'status' | 'delay'> {
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
    return { status: 'delivered', delay: 0 };
  const delay = responseStatus === GONE ? undefined : retryDelay(tries);
  return delay === undefined ? { status: 'failed', delay: 0 } : { status: 'pending', delay };
}

function reasonOf({ responseStatus, error }: Result): string {
  if (responseStatus === GONE) return 'The receiver answered 410 Gone';
  return `A delivery failed for three days: ${responseStatus === null ? error : `status ${responseStatus}`}`;
}

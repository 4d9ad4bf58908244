import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Background, isDatabaseUnavailable } from '#libs/database';
import { Metrics } from '#libs/observability';
import { disableWebhook } from './disable-webhook.js';
import { signedHeaders, stillSigning } from '../signature.js';
import { type ClaimedDelivery, DeliveryQueue, type Result } from './delivery-queue.js';
import { retryDelay } from './retry-delay.js';
import { type Outcome, Sender } from './sender.js';

/** How often an instance looks for deliveries, in milliseconds. */
const INTERVAL_MS = 500;

/** How often it looks for those that were missed, in milliseconds. */
const MISSED_INTERVAL_MS = 10_000;

/** Requests in flight to one webhook, per instance. */
const CONCURRENCY = 50;

/** How long results wait for others, to be recorded together, in milliseconds. */
const GATHERING_MS = 50;

/** The pause before the next deliveries, in milliseconds. It is repeated while the process is busy, up to the longest pause. */
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** The utilisation of the event loop above which the process is busy. */
const BUSY = 0.4;

/** How long a stopping instance waits for receivers, in milliseconds. */
const GRACE_MS = 2_000;

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
    metrics: Metrics,
  ) {
    const tries = metrics.counter('quiz_webhook_tries_total', 'Requests to webhooks, by whether they succeeded', [
      'outcome',
    ]);
    for (const outcome of ['success', 'failure']) tries.inc({ outcome }, 0);
    this.count = ({ status }) => tries.inc({ outcome: status === 'delivered' ? 'success' : 'failure' });
  }

  onModuleInit(): void {
    this.background.everyInSteps(INTERVAL_MS, 'Creating deliveries to webhooks', () => this.create());
    this.background.every(INTERVAL_MS, 'Delivering to webhooks', () => this.start());
    this.background.every(MISSED_INTERVAL_MS, 'Releasing deliveries to webhooks', () => this.queue.releaseMissed());
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    const timer = setTimeout(() => this.sender.close(), GRACE_MS);
    await Promise.all(this.active.values());
    clearTimeout(timer);
    this.sender.close();
  }

  private async create(): Promise<boolean> {
    const isMoreLeft = await this.queue.createDeliveries();
    if (isMoreLeft) await this.pause();
    return isMoreLeft;
  }

  private async start(): Promise<void> {
    for (const id of await this.queue.webhooks()) {
      if (this.isStopping || this.active.has(id)) continue;
      const delivering = this.deliver(id).finally(() => this.active.delete(id));
      this.active.set(id, delivering);
    }
  }

  private async deliver(webhookId: string): Promise<void> {
    try {
      await this.deliverAll(webhookId);
    } catch (error) {
      // The next look for deliveries reports that the database is away.
      if (!isDatabaseUnavailable(error)) this.logger.error(error, `Deliveries to the webhook ${webhookId} failed`);
    }
  }

  /** Until nothing is due. Results are recorded as they come: a slow response holds up only its own delivery. */
  private async deliverAll(webhookId: string): Promise<void> {
    const inFlight = new Set<Promise<void>>();
    const done: { delivery: ClaimedDelivery; outcome: Outcome | undefined }[] = [];
    for (;;) {
      const free = CONCURRENCY - inFlight.size;
      const claimed = this.isStopping || free === 0 ? [] : await this.queue.claim(webhookId, free);
      for (const delivery of claimed) {
        const sending = this.send(delivery)
          .then((outcome) => void done.push({ delivery, outcome }))
          .finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      if (inFlight.size === 0 && done.length === 0) return;
      await Promise.race([Promise.all(inFlight), sleep(GATHERING_MS)]);
      await this.record(webhookId, done.splice(0));
      await this.pause();
    }
  }

  /** @returns undefined if the instance stops before there is an outcome */
  private send({ eventId, payload, url, secret, formerSecrets }: ClaimedDelivery): Promise<Outcome | undefined> {
    const secrets = [secret, ...stillSigning(formerSecrets).map((former) => former.secret)];
    return this.sender.post(url, payload, signedHeaders(eventId, payload, secrets));
  }

  private async record(
    webhookId: string,
    done: readonly { delivery: ClaimedDelivery; outcome: Outcome | undefined }[],
  ): Promise<void> {
    const unsent = done.filter(({ outcome }) => outcome === undefined).map(({ delivery }) => delivery);
    if (unsent.length > 0) await this.queue.giveBack(webhookId, unsent);
    const results = done.flatMap(({ delivery: { eventId, tries, url }, outcome }) =>
      outcome === undefined ? [] : [{ eventId, tries, url, ...outcome, ...nextOf(outcome, tries) }],
    );
    if (results.length === 0) return;
    results.forEach(this.count);
    const failed = results.find(({ status }) => status === 'failed');
    await this.queue.record(webhookId, results, async (transaction) => {
      if (failed === undefined) return;
      await disableWebhook(webhookId, reasonOf(failed), failed.url, transaction);
    });
  }

  /** Leaves the processor to requests. */
  private async pause(): Promise<void> {
    const before = performance.eventLoopUtilization();
    for (let ms = 0; ms < LONGEST_PAUSE_MS && !this.isStopping; ms += PAUSE_MS) {
      await sleep(PAUSE_MS);
      if (performance.eventLoopUtilization(before).utilization < BUSY) return;
    }
  }
}

function nextOf({ responseStatus }: Outcome, tries: number): Pick<Result, 'status' | 'delay'> {
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
    return { status: 'delivered', delay: 0 };
  const delay = responseStatus === GONE ? undefined : retryDelay(tries);
  return delay === undefined ? { status: 'failed', delay: 0 } : { status: 'pending', delay };
}

function reasonOf({ responseStatus, error }: Outcome): string {
  if (responseStatus === GONE) return 'The receiver responded with 410 Gone';
  return `A delivery failed for three days: ${responseStatus === null ? error : `status ${responseStatus}`}`;
}

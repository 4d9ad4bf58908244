import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '#libs/http';
import { AddressNotAllowed, Addresses } from './delivery/addresses.js';
import { WebhookEvents } from './webhook-events.js';

/** What the fields of a webhook must meet besides their form. */
@Injectable()
export class WebhookRules {
  constructor(
    private readonly events: WebhookEvents,
    private readonly addresses: Addresses,
  ) {}

  /** @throws ValidationFailed */
  assert({ url, events = [] }: { url?: string | undefined; events?: string[] | undefined }): void {
    const unknown = events.filter((event) => !this.events.has(event));
    const problems = unknown.map((event) => `events: ${event} is no event`);
    const problem = url === undefined ? undefined : this.problemOf(new URL(url));
    if (problem !== undefined) problems.push(`url: ${problem}`);
    if (problems.length > 0) throw new ValidationFailed(problems);
  }

  private problemOf(url: URL): string | undefined {
    if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
    if (url.protocol !== 'https:' && !this.addresses.allowsHttp) return 'must begin with https://';
    try {
      this.addresses.check(url);
      return undefined;
    } catch (error) {
      if (error instanceof AddressNotAllowed) return error.message;
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { AuditWriter } from '../audit-writer.js';
import { AllAudited } from '../audited.event.js';

/** Writes the entries of a change of many, with as many statements as for one. */
@Injectable()
@ListensTo(AllAudited)
export class WriteEntriesWhenAllAudited implements TransactionListener<AllAudited> {
  constructor(private readonly writer: AuditWriter) {}

  handle({ actions }: AllAudited, transaction: Transaction): Promise<void> {
    return this.writer.write(actions, transaction);
  }
}

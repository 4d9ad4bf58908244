import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AuditSubjectKinds } from '../audit-subjects.js';
import { Audited } from '../audited.event.js';
import { GetProfiles } from '#libs/profiles';
import { ListensTo, newId, type Transaction, type TransactionListener } from '#libs/database';
import { AuditEntryEntity } from '../audit-entry.entity.js';

/** Name of the service as an actor. */
const SERVICE = 'Service';

/** Writes the entry in the transaction of the action: both are committed or none. */
@Injectable()
@ListensTo(Audited)
export class WriteEntryWhenAudited implements TransactionListener<Audited> {
  constructor(
    private readonly queries: QueryBus,
    private readonly kinds: AuditSubjectKinds,
  ) {}

  async handle({ actor, action, subject, details }: Audited, transaction: Transaction): Promise<void> {
    if (!this.kinds.all.includes(subject.kind)) {
      const { kind } = subject;
      throw new Error(
        `${action}: no module declares the audit subject ${kind}: add @AuditSubjects('${kind}') to its module`,
      );
    }
    await transaction.manager.insert(AuditEntryEntity, {
      id: newId(),
      actorId: actor.userId,
      actorName: await this.nameOf(actor.userId, transaction),
      keyId: actor.keyId,
      address: actor.address,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      details,
    });
  }

  private async nameOf(userId: string | null, transaction: Transaction): Promise<string> {
    if (userId === null) return SERVICE;
    const profiles = await this.queries.execute(new GetProfiles([userId], transaction));
    return profiles.get(userId)?.displayName ?? '';
  }
}

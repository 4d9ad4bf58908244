import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { affectedUser } from '../affected.js';
import { AuditPersonEntity } from '../audit-person.entity.js';
import { AuditSubjectKinds } from '../audit-subjects.js';
import { Audited } from '../audited.event.js';
import { GetProfiles } from '#libs/profiles';
import { ListensTo, newId, type Transaction, type TransactionListener } from '#libs/database';
import { AuditEntryEntity } from '../audit-entry.entity.js';

/** Writes the entry in the transaction of the action: both are committed or none. */
@Injectable()
@ListensTo(Audited)
export class WriteEntryWhenAudited implements TransactionListener<Audited> {
  constructor(
    private readonly queries: QueryBus,
    private readonly kinds: AuditSubjectKinds,
  ) {}

  async handle(event: Audited, transaction: Transaction): Promise<void> {
    const { actor, action, subject, details } = event;
    if (!this.kinds.all.includes(subject.kind)) {
      const { kind } = subject;
      throw new Error(
        `${action}: no module declares the audit subject ${kind}: add @AuditSubjects('${kind}') to its module`,
      );
    }
    const id = newId();
    await transaction.manager.insert(AuditEntryEntity, {
      id,
      actorId: actor.userId,
      keyId: actor.keyId,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name ?? '',
      details,
    });
    await transaction.manager.insert(AuditPersonEntity, await this.personsOf(id, event, transaction));
  }

  /**
   * The actor and the affected user, who may be the same. The address is that of the actor; if nobody was signed in, that of the other. Of
   * erased users nothing is stored.
   */
  private async personsOf(entryId: string, event: Audited, transaction: Transaction): Promise<AuditPersonEntity[]> {
    const { actor, subject, personal } = event;
    const affected = affectedUser(event);
    const ids = [actor.userId, affected].filter((id) => typeof id === 'string');
    const profiles = await this.queries.execute(new GetProfiles(ids, transaction));
    const persons = [...profiles.values()].filter(({ isErased }) => isErased !== true);
    return persons.map(({ id: userId, displayName: name }) => ({
      entryId,
      userId,
      name,
      subjectName: userId === affected ? (subject.personalName ?? null) : null,
      address: userId === (actor.userId ?? affected) ? actor.address : null,
      details: userId === affected && Object.keys(personal).length > 0 ? personal : null,
    }));
  }
}

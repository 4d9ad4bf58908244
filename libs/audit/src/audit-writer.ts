import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { newId, type Transaction } from '#libs/database';
import { GetProfiles, type Profile } from '#libs/profiles';
import { affectedUser } from './affected.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditPersonEntity } from './audit-person.entity.js';
import { AuditSubjectKinds } from './audit-subjects.js';
import type { Audited } from './audited.event.js';

/** Writes entries of the log, in the transaction of their actions. */
@Injectable()
export class AuditWriter {
  constructor(
    private readonly queries: QueryBus,
    private readonly kinds: AuditSubjectKinds,
  ) {}

  /** @throws Error if no module declares the kind of a subject */
  async write(events: readonly Audited[], transaction: Transaction): Promise<void> {
    for (const { action, subject } of events) this.expectDeclared(action, subject.kind);
    const entries = events.map((event) => ({ id: newId(), event }));
    await transaction.manager.insert(
      AuditEntryEntity,
      entries.map(({ id, event: { actor, action, subject, details } }) => ({
        id,
        actorId: actor.userId,
        keyId: actor.keyId,
        action,
        subjectKind: subject.kind,
        subjectId: subject.id,
        subjectName: subject.name ?? '',
        details,
      })),
    );
    const ids = new Set(events.flatMap(usersOf));
    const profiles = await this.queries.execute(new GetProfiles([...ids], transaction));
    await transaction.manager.insert(
      AuditPersonEntity,
      entries.flatMap(({ id, event }) => personsOf(id, event, profiles)),
    );
  }

  private expectDeclared(action: string, kind: string): void {
    if (!this.kinds.all.includes(kind))
      throw new Error(
        `${action}: no module declares the audit subject ${kind}: add @AuditSubjects('${kind}') to its module`,
      );
  }
}

/** The actor and the affected user, who may be the same. */
const usersOf = (event: Audited): string[] => [
  ...new Set([event.actor.userId, affectedUser(event)].filter((id) => typeof id === 'string')),
];

/** The address is that of the actor; if nobody was signed in, that of the other. Of erased users nothing is stored. */
function personsOf(entryId: string, event: Audited, profiles: ReadonlyMap<string, Profile>): AuditPersonEntity[] {
  const { actor, subject, personal } = event;
  const affected = affectedUser(event);
  const persons = usersOf(event).flatMap((id) => profiles.get(id) ?? []);
  return persons
    .filter(({ isErased }) => isErased !== true)
    .map(({ id: userId, displayName: name }) => ({
      entryId,
      userId,
      name,
      subjectName: userId === affected ? (subject.personalName ?? null) : null,
      address: userId === (actor.userId ?? affected) ? actor.address : null,
      details: userId === affected && Object.keys(personal).length > 0 ? personal : null,
    }));
}

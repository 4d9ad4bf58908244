import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { newId, sql, type Transaction } from '#libs/database';
import { GetProfiles, type Profile } from '#libs/profiles';
import { affectedUser } from './affected.js';
import type { AuditPersonEntity } from './audit-person.entity.js';
import { AuditSubjectKinds } from './audit-subjects.js';
import type { Audited } from './audited.event.js';

const INSERT_ENTRIES = sql(`
  INSERT INTO audit_entries (id, actor_id, key_id, action, subject_kind, subject_id, subject_name, details)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::jsonb[])`);

const INSERT_PERSONS = sql(`
  INSERT INTO audit_persons (entry_id, user_id, name, subject_name, address, details)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[])`);

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
    const ids = events.map(() => newId());
    const users = new Set(events.flatMap(usersOf));
    const [profiles] = await Promise.all([
      this.queries.execute(new GetProfiles([...users], transaction)),
      transaction.query(INSERT_ENTRIES, [
        ids,
        events.map(({ actor }) => actor.userId),
        events.map(({ actor }) => actor.keyId),
        events.map(({ action }) => action),
        events.map(({ subject }) => subject.kind),
        events.map(({ subject }) => subject.id),
        events.map(({ subject }) => subject.name ?? ''),
        events.map(({ details }) => JSON.stringify(details)),
      ]),
    ]);
    const persons = events.flatMap((event, index) => personsOf(ids[index] as string, event, profiles));
    await transaction.query(INSERT_PERSONS, [
      persons.map(({ entryId }) => entryId),
      persons.map(({ userId }) => userId),
      persons.map(({ name }) => name),
      persons.map(({ subjectName }) => subjectName),
      persons.map(({ address }) => address),
      persons.map(({ details }) => details && JSON.stringify(details)),
    ]);
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

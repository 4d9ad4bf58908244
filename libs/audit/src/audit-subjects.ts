import { SetMetadata } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';

const SUBJECTS = Symbol('audit subjects');

/** On the class of a module: the kinds of subjects, such as `badge`, that the module owns and the audit log has entries about. */
export const AuditSubjects = (...kinds: string[]): ClassDecorator => SetMetadata(SUBJECTS, kinds);

/**
 * The kinds that the modules declare, in the order of the modules. The decorators of request and response classes refer to this list
 * before the modules are known; the start fills it.
 */
export const AUDIT_SUBJECT_KINDS: string[] = [];

/** @throws Error if a kind is declared twice */
export function collectAuditSubjects(discovery: DiscoveryService): void {
  // Nest makes each module class a provider of its module.
  const kinds = discovery
    .getProviders()
    .flatMap(({ metatype }) =>
      typeof metatype === 'function' ? ((Reflect.getMetadata(SUBJECTS, metatype) as string[] | undefined) ?? []) : [],
    );
  const repeated = kinds.find((kind, index) => kinds.indexOf(kind) < index);
  if (repeated !== undefined) throw new Error(`The audit subject ${repeated} is declared by two modules`);
  AUDIT_SUBJECT_KINDS.splice(0, AUDIT_SUBJECT_KINDS.length, ...kinds);
}

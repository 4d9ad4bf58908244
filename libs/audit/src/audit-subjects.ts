import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ValidationFailed } from '#libs/http';

const SUBJECTS = Symbol('audit subjects');

/** On the class of a module: the kinds of subjects, such as `badge`, that the module owns and the audit log has entries about. */
export const AuditSubjects = (...kinds: string[]): ClassDecorator => SetMetadata(SUBJECTS, kinds);

/** The kinds of subjects that the modules declare. */
@Injectable()
export class AuditSubjectKinds implements OnModuleInit {
  /** In the order of the modules. */
  all: readonly string[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if a kind is declared twice */
  onModuleInit(): void {
    // Nest makes each module class a provider of its module.
    this.all = this.discovery
      .getProviders()
      .flatMap(({ metatype }) =>
        typeof metatype === 'function' ? ((Reflect.getMetadata(SUBJECTS, metatype) as string[] | undefined) ?? []) : [],
      );
    const repeated = this.all.find((kind, index) => this.all.indexOf(kind) < index);
    if (repeated !== undefined) throw new Error(`The audit subject ${repeated} is declared by two modules`);
  }

  /**
   * @returns the kinds of a filter: the named one, or all
   * @throws ValidationFailed if no module declares it
   */
  matching(kind: string | undefined): readonly string[] {
    if (kind === undefined) return this.all;
    if (!this.all.includes(kind)) throw new ValidationFailed([`subjectKind: must be one of ${this.all.join(', ')}`]);
    return [kind];
  }
}

// The audit log: what other modules may use. They write into it by publishing `Audited`.
export { AuditModule } from './audit.module.js';
export { type Actor, CurrentActor, THE_SERVICE, type UserActor } from './actor.js';
export { AuditSubjects } from './audit-subjects.js';
export { AllAudited, Audited, type AuditSubject } from './audited.event.js';

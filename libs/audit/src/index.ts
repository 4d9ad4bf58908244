// The audit log: what other modules may use. They write into it by publishing the platform's `Audited`.
export { AuditModule } from './audit.module.js';

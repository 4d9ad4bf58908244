// Certificates: what other modules may use. Export messages and events, no handler and no entity.
export { CertificatesModule } from './certificates.module.js';

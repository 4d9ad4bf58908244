import { serviceError } from '#libs/http';

export class CertificateNotFound extends serviceError(404, 'Certificate not found') {}

// Roles of users, and the scopes that they grant and endpoints require.
export { hasBackoffice, type Role, ROLES, Scope, scope } from './scope.js';

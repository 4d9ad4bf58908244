// What tables hold of users: declared by entities, exported and erased.
export { UserErased } from './events/user-erased.event.js';
export { type Deletion, DELETIONS, type Erasure, ERASURES, HoldsUserData } from './holds-user-data.js';
export { ExportsUserData, type UserDataExport } from './user-data-export.js';
export { UserDataModule } from './user-data.module.js';
export { UserDataReader } from './user-data-reader.js';
export { type CountedRows, UserDataTables } from './user-data-tables.js';

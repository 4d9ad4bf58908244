import { v7 } from 'uuid';

/** A new id (UUID version 7, RFC 9562): ids of one process are in the order in which they were made. */
export const newId = (): string => v7();

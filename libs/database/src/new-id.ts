import { v7 } from 'uuid';

/** A new id (UUID version 7, RFC 9562). The ids of a process are ordered by their creation. */
export const newId = (): string => v7();

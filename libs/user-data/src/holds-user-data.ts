import { SetMetadata } from '@nestjs/common';

/**
 * How a user is erased. `anonymise`: results stay, under the name "Deleted user". `remove`: results are deleted too.
 */
export const ERASURES = ['anonymise', 'remove'] as const;
export type Erasure = (typeof ERASURES)[number];

/** When rows of a user are deleted: in both ways of erasing, only if the user is removed, or never. */
export const DELETIONS = ['always', 'if-removed', 'never'] as const;
export type Deletion = (typeof DELETIONS)[number];

/** What a table holds of users. Columns are named by the properties of the entity. */
export interface UserData {
  /** What the rows are, for an administrator who is about to erase a user: `API keys`. Without it they are not shown. */
  readonly title?: string;
  /** The column with the user whose data a row is. */
  readonly of?: string;
  readonly deleted?: Deletion;
  /** Whether a listener of `UserErased` deletes them, in steps or with other writes. Otherwise they are deleted at once. */
  readonly byListener?: boolean;
  /** Whether a user may have so many that they are deleted in steps. Nobody may read what is left: the user is erased already. */
  readonly inSteps?: boolean;
  /** The columns that an export of the user's data has, never a secret. */
  readonly exported?: readonly string[];
  /** Columns with ids of users that stay: of authors, or in rows that follow from others. */
  readonly ids?: readonly string[];
}

export const USER_DATA = Symbol('user data');

/** On an entity with ids of users: what of them is exported and deleted. */
export const HoldsUserData = (data: UserData): ClassDecorator => SetMetadata(USER_DATA, data);

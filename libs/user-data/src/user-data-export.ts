import { SetMetadata } from '@nestjs/common';

/** Exports data of users that the rows of one table do not tell alone. Declared by {@link ExportsUserData}. */
export interface UserDataExport {
  /** The data of a user in batches, each read when the client has received most of the one before. */
  read(userId: string): AsyncGenerator<readonly object[]>;
}

export const EXPORTED_DATA = Symbol('exported user data');

/** Declares what a {@link UserDataExport} is called in the file, such as `attempts`. */
export const ExportsUserData = (name: string): ClassDecorator => SetMetadata(EXPORTED_DATA, name);

import { storedUrl } from '#libs/http';

/** A row of a user with the image's URL in its normal form. */
export function withImage<Row extends { image: string | null }>(row: Row): Row {
  return { ...row, image: storedUrl(row.image) };
}

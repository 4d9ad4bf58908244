import { IMAGE_ADDRESS } from './image-address.js';

/**
 * The uses of images as a projection, without its repair.
 * @param addresses SELECT of the addresses that quizzes have, of these and other images: `quiz_id` and `address`
 */
export const imageUses = (addresses: string) => ({
  table: `(SELECT quiz_id, encode(hash, 'hex') AS image FROM image_uses) AS image_use`,
  keys: ['quiz_id', 'image'],
  expected: `
    SELECT DISTINCT quiz_id, encode(hash, 'hex') AS image FROM (${addresses}) AS addresses
    JOIN images ON hash = decode(substring(address FROM '${IMAGE_ADDRESS}'), 'hex')`,
});

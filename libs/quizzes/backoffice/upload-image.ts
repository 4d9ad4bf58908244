import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { checkSize, fileBody } from '#libs/backoffice-ui/read-upload.ts';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '#libs/files/images/image-limits.ts';

/** What the service stores, for a file input. */
export const ACCEPTED_TYPES = IMAGE_TYPES.map((type) => `image/${type}`).join();

/** @returns the address of the image @throws Error that says why the image is rejected */
export async function uploadImage(image: File): Promise<string> {
  checkSize(image.size, MAX_IMAGE_BYTES, 'Save it in a smaller size');
  return (await dataOf(api.POST('/images', fileBody(image)))).url;
}

// What the service and the pages know of images. Without Node.js, for the pages.

/** Largest image, in bytes. */
export const MAX_IMAGE_BYTES = 2_000_000;

export const IMAGE_TYPES = ['png', 'jpeg', 'webp', 'gif'] as const;

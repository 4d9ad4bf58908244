// Images that administrators and editors upload, or import with questions.
export { ImagesModule } from './images.module.js';
export { TooManyImages } from './image.errors.js';
export { isStoredImage } from './image-address.js';
export { imageUses } from './image-uses.js';
export { ReleaseImages } from './commands/release-images.command.js';
export { StoreImages } from './commands/store-images.command.js';
export { UseImages } from './commands/use-images.command.js';
export { ReadImage } from './queries/read-image.query.js';

import { ApiProperty } from '@nestjs/swagger';
import { MAX_IMAGE_BYTES } from '#libs/files';
import { TextField } from '#libs/http';

/** Characters of an image in base64. */
const MAX_TEXT = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

/** The bytes of a body with the largest image. */
export const IMAGE_BODY_LIMIT = 3 * 1024 * 1024;

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';

export class ImageBody {
  @TextField({
    min: 1,
    max: MAX_TEXT,
    description: 'A PNG, JPEG, WebP or GIF of up to 2 MB in base64, at most 10,000 pixels wide and high',
    example: PIXEL,
  })
  file!: string;
}

export class UploadedImage {
  @ApiProperty({
    format: 'uri',
    description: 'The address for a field `heroImageUrl` or `imageUrl`; the same for equal images',
    example: `https://quiz.example.com/images/${'0123456789abcdef'.repeat(4)}.gif`,
  })
  url!: string;
}

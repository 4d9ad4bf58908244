import { ApiProperty } from '@nestjs/swagger';

export class UploadedImage {
  @ApiProperty({
    format: 'uri',
    description: 'The address for a field `heroImageUrl` or `imageUrl`; the same for equal images',
    example: `https://quiz.example.com/images/${'0123456789abcdef'.repeat(4)}.gif`,
  })
  url!: string;
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CleanImage } from '#libs/files';
import { HoldsUserData } from '#libs/user-data';

/** An image. Equal ones are one row. */
@HoldsUserData({ ids: ['uploadedBy'] })
@Entity('images')
@Index('images_by_uploader', ['uploadedBy', 'uploadedAt'])
export class ImageEntity {
  /** SHA-256 of the content. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  @Column('text')
  type!: CleanImage['type'];

  @Column('bytea')
  content!: Buffer;

  /** Id of the user who uploaded it last. */
  @Column('uuid', { name: 'uploaded_by' })
  uploadedBy!: string;

  /** When it was uploaded last. */
  @Column({ type: 'timestamptz', name: 'uploaded_at', precision: 3, default: () => 'now()' })
  uploadedAt!: Date;

  /** When a quiz last stopped using it; null if none has. */
  @Column({ type: 'timestamptz', name: 'released_at', precision: 3, nullable: true })
  releasedAt!: Date | null;
}

/** A quiz that has an image: as its cover, or in one of its versions. A quiz in the trash too. */
@Entity('image_uses')
@Index('image_uses_of_image', ['hash'])
export class ImageUseEntity {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId!: string;

  @PrimaryColumn('bytea')
  hash!: Buffer;

  @ManyToOne(() => ImageEntity)
  @JoinColumn({ name: 'hash', foreignKeyConstraintName: 'image_uses_image' })
  image?: ImageEntity;
}

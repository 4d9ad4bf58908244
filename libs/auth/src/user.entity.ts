import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Role } from '#libs/access';

@Entity('users')
@Index('users_created_at', ['createdAt', 'id'])
@Index('users_display_name', { synchronize: false })
@Index('users_words', { synchronize: false })
@Index('users_name_words', { synchronize: false })
@Index('users_suspended', { synchronize: false })
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** In lower case and normal form C (`normalEmail`). */
  @Index('users_email', { unique: true })
  @Column('text')
  email!: string;

  @Column('text', { name: 'display_name' })
  displayName!: string;

  @Column('text', { nullable: true })
  image!: string | null;

  @Column('text')
  role!: Role;

  @Column('boolean', { default: false })
  suspended!: boolean;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;
}

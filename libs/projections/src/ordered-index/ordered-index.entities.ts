// The tables of the ordered index. They are written and read by SQL.
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A list whose changes are logged. */
@Entity('indexed_lists')
export class IndexedListEntity {
  @PrimaryColumn('text')
  list!: string;

  /** Id of what the list belongs to. */
  @PrimaryColumn('uuid')
  subject!: string;
}

/** A checkpoint: a position in a list, and the number of entries from it to the next one, without changes that are not compacted. */
@Entity('list_anchors')
export class ListCheckpointEntity {
  @PrimaryColumn('text')
  list!: string;

  @PrimaryColumn('uuid')
  subject!: string;

  @PrimaryColumn('bigint')
  key1!: string;

  @PrimaryColumn('bigint')
  key2!: string;

  @PrimaryColumn('bigint')
  key3!: string;

  @PrimaryColumn('uuid', { name: 'entry_id' })
  entryId!: string;

  @Column('bigint')
  entries!: string;

  @ManyToOne(() => IndexedListEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'list', referencedColumnName: 'list', foreignKeyConstraintName: 'list_anchors_of_list' },
    { name: 'subject', referencedColumnName: 'subject', foreignKeyConstraintName: 'list_anchors_of_list' },
  ])
  indexed!: IndexedListEntity;
}

/** An entry of the change log: changes of lists that one transaction made and that are not compacted into the checkpoints yet. */
@Entity('list_changes')
export class ListChangesEntity {
  @PrimaryColumn('text')
  list!: string;

  @PrimaryColumn('timestamptz', { name: 'logged_at', default: () => 'now()' })
  loggedAt!: Date;

  @PrimaryColumn('uuid')
  id!: string;

  /** Of each change. */
  @Column('uuid', { array: true })
  subjects!: string[];

  @Column('bigint', { array: true })
  keys1!: string[];

  @Column('bigint', { array: true })
  keys2!: string[];

  @Column('bigint', { array: true })
  keys3!: string[];

  @Column('uuid', { name: 'entry_ids', array: true })
  entryIds!: string[];

  /** 1 for an entry that is there now, -1 for one that was there. */
  @Column('smallint', { array: true })
  deltas!: number[];
}

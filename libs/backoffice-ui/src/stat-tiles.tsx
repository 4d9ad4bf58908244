import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stat-tiles.module.css';

interface Tile {
  name: string;
  value: ReactNode;
  /** Explains the value. */
  note?: string;
}

/** A row of the most important numbers. */
export function StatTiles({ tiles }: { tiles: Tile[] }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ name, value, note }) => (
        <Paper key={name} withBorder p="md">
          <dt>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          {note !== undefined && <dd className={classes.note}>{note}</dd>}
        </Paper>
      ))}
    </dl>
  );
}

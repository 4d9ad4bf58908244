import { NativeSelect } from '@mantine/core';

interface Props {
  label: string;
  value: number;
  /** The number of the current version. */
  current: number;
  onChange: (version: number) => void;
}

/** Selects a version of a quiz, the current one first. */
export function VersionSelect({ label, value, current, onChange }: Props) {
  const versions = Array.from({ length: current }, (_, index) => current - index);
  return (
    <NativeSelect
      label={label}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      data={versions.map((version) => ({
        value: String(version),
        label: `Version ${version}${version === current ? ' (current)' : ''}`,
      }))}
    />
  );
}

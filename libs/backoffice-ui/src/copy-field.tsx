import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyTextOf } from './copy-text';

/** On narrow screens so small that a recovery code of 29 characters fits into one line at 320 px. */
const CODE = {
  fontFamily: 'var(--mantine-font-family-monospace)',
  fontSize: 'min(var(--input-fz), 3.75vw)',
  wordBreak: 'break-all',
} as const;

interface Props {
  label: string;
  text: string;
  /** The label of the button. */
  action: string;
  /** Whether the button has the focus when the dialog opens. */
  isFirst?: boolean;
}

/** A text with a button that copies it. */
export function CopyField({ label, text, action, isFirst = false }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'by hand'>();
  const copy = async () => {
    if (field.current !== null) setOutcome((await copyTextOf(field.current)) ? 'copied' : 'by hand');
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={label}
        value={text}
        readOnly
        autosize
        autoComplete="off"
        spellCheck={false}
        onClick={({ currentTarget }) => currentTarget.select()}
        styles={{ input: CODE }}
      />
      <Group gap="sm">
        <Button
          variant={isFirst ? 'filled' : 'default'}
          leftSection={outcome === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => void copy()}
          data-autofocus={isFirst || undefined}
        >
          {action}
        </Button>
        <Text size="sm" role="status">
          {outcome === 'copied' && 'Copied'}
          {outcome === 'by hand' && 'It is selected: press Ctrl+C to copy it (⌘C on a Mac)'}
        </Text>
      </Group>
    </Stack>
  );
}

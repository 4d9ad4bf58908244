import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { QUESTION_FORMATS, READ_FORMATS, type ReadFormat } from './formats';
import { QuestionsImport } from './questions-import';

interface Props<Format extends string> {
  /** The one that is shown. */
  format: Format | ReadFormat;
  onChange: (format: Format | ReadFormat) => void;
  /** Tabs before those of the formats of questions. */
  others?: { format: Format; label: string; content: ReactNode }[];
  /** The quiz that gets the questions; absent if they become a new one. */
  quizId?: string;
}

/** A tab for each format of files. All keep their state while another one is shown. */
export function ImportTabs<Format extends string = never>({ format, onChange, others = [], quizId }: Props<Format>) {
  const tabs = [
    ...others,
    ...READ_FORMATS.map((one) => ({
      format: one,
      label: QUESTION_FORMATS[one].tab,
      content: <QuestionsImport format={one} quizId={quizId} />,
    })),
  ];
  return (
    <Tabs
      value={format}
      onChange={(value) => {
        const chosen = tabs.find((tab) => tab.format === value);
        if (chosen !== undefined) onChange(chosen.format);
      }}
    >
      <Tabs.List mb="md">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.format} value={tab.format}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.format} value={tab.format}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { QUESTION_FORMATS, READ_FORMATS } from './formats';
import { LinesImport } from './lines-import';
import { QuestionsImport } from './questions-import';

/** Imports files: quizzes from JSON lines, or the questions of one quiz from other formats. */
export function ImportPage() {
  const { format = 'jsonl' } = useSearch({ from: '/inside/quizzes/import' });
  const navigate = useNavigate({ from: '/quizzes/import' });
  return (
    <Page title="Import quizzes">
      <Tabs
        value={format}
        onChange={(value) =>
          void navigate({ search: { format: READ_FORMATS.find((one) => one === value) }, replace: true })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="jsonl">JSON lines</Tabs.Tab>
          {READ_FORMATS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {QUESTION_FORMATS[one].tab}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* All keep their state while another one is shown. */}
        <Tabs.Panel value="jsonl">
          <LinesImport />
        </Tabs.Panel>
        {READ_FORMATS.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <QuestionsImport format={one} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

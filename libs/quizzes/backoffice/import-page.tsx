import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { GiftImport } from './gift-import';
import { LinesImport } from './lines-import';

/** Imports files: quizzes from JSON lines, or the questions of one quiz from GIFT. */
export function ImportPage() {
  const { format = 'jsonl' } = useSearch({ from: '/inside/quizzes/import' });
  const navigate = useNavigate({ from: '/quizzes/import' });
  return (
    <Page title="Import quizzes">
      <Tabs
        value={format}
        onChange={(value) => void navigate({ search: value === 'gift' ? { format: 'gift' } : {}, replace: true })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="jsonl">JSON lines</Tabs.Tab>
          <Tabs.Tab value="gift">GIFT (Moodle)</Tabs.Tab>
        </Tabs.List>
        {/* Both keep their state while the other one is shown. */}
        <Tabs.Panel value="jsonl">
          <LinesImport />
        </Tabs.Panel>
        <Tabs.Panel value="gift">
          <GiftImport />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { ImportTabs } from './import-tabs';
import { LinesImport } from './lines-import';

/** Imports files: quizzes from JSON lines, or the questions of one quiz from other formats. */
export function ImportPage() {
  const { format = 'jsonl' } = useSearch({ from: '/inside/quizzes/import' });
  const navigate = useNavigate({ from: '/quizzes/import' });
  return (
    <Page title="Import quizzes">
      <ImportTabs
        format={format}
        onChange={(chosen) => void navigate({ search: { format: chosen }, replace: true })}
        others={[{ format: 'jsonl' as const, label: 'JSON lines', content: <LinesImport /> }]}
      />
    </Page>
  );
}

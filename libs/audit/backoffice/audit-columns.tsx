import { Box, Code, Text } from '@mantine/core';
import { NIL } from 'uuid';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { useContributions } from '#libs/backoffice-ui/contribution.ts';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor, UserLink } from '#libs/backoffice-ui/links.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { detailLines, titleOf } from './audit-texts';
import { questionChangesOf } from './question-changes';
import { QuestionChangesList } from './question-changes-list';

type Entry = components['schemas']['AuditEntry'];

export const auditColumns: Column<Entry>[] = [
  { head: 'When', cell: ({ at }) => <Time at={at} /> },
  { head: 'Who', cell: (entry) => <Actor entry={entry} /> },
  { head: 'What', cell: ({ action }) => <Action action={action} /> },
  { head: 'Subject', cell: (entry) => <Subject entry={entry} /> },
  { head: 'Details', cell: ({ details }) => <Details details={details} /> },
  { head: 'Address', cell: ({ address, keyId, keyName }) => <Origin address={address} keyName={keyName ?? keyId} /> },
];

function Actor({ entry: { actorId, actorName, erasedIds } }: { entry: Entry }) {
  if (actorId === null) return <bdi>{actorName}</bdi>;
  return <UserLink id={actorId} name={actorName} isErased={erasedIds.includes(actorId)} />;
}

function Action({ action }: { action: string }) {
  return <Box miw="8.5rem">{titleOf(action, useContributions().auditActions)}</Box>;
}

function Subject({ entry: { action, subject, erasedIds, details } }: { entry: Entry }) {
  const { kind, id, name } = subject;
  const path = useContributions().auditSubjects[kind]?.pathOf?.(id, details);
  // Erasing a user deletes their keys.
  const isGone = action.endsWith('.deleted') || erasedIds.some((erased) => [id, details.ownerId].includes(erased));
  // Failed sign-ins with emails of no account have a subject without an id.
  if (path === undefined || isGone || id === NIL) return <bdi>{name}</bdi>;
  return (
    <LinkAnchor to={path}>
      <bdi>{name}</bdi>
    </LinkAnchor>
  );
}

function Details({ details }: { details: Record<string, unknown> }) {
  const { questions, ...others } = details;
  const changes = questionChangesOf({ questions });
  const lines = detailLines(changes === undefined ? details : others);
  if (lines.length === 0 && changes === undefined) return '–';
  return (
    <>
      {lines.map((line) => (
        <UserText key={line} block prose>
          {line}
        </UserText>
      ))}
      {changes !== undefined && <QuestionChangesList changes={changes} />}
    </>
  );
}

function Origin({ address, keyName }: { address: string | null; keyName: string | null }) {
  return (
    <>
      {address === null ? '–' : <Code>{address}</Code>}
      {keyName !== null && (
        <Text size="sm" c="dimmed">
          <span style={{ whiteSpace: 'nowrap' }}>by API key</span> <bdi>{keyName}</bdi>
        </Text>
      )}
    </>
  );
}

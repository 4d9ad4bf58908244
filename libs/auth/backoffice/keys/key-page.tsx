import { Button, Code, Divider, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotFound } from '#libs/backoffice-ui/api-error.ts';
import { LinkAnchor, LinkButton, UserLink } from '#libs/backoffice-ui/links.tsx';
import { NotFound } from '#libs/backoffice-ui/not-found.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { DeleteKey } from './delete-key';
import { DisableKey } from './disable-key';
import { EditKeyForm } from './edit-key-form';
import { KeyFacts } from './key-facts';
import { KeyUsage } from './key-usage';
import { type ApiKey, keyOptions } from './keys-data';
import { RotateKey } from './rotate-key';

export function KeyPage() {
  const { keyId } = useParams({ from: '/inside/settings/keys/$keyId' });
  const { data: key, error, refetch, dataUpdatedAt } = useQuery(keyOptions(keyId));
  if (isNotFound(error)) {
    return (
      <NotFound title="API key not found" subjectId={keyId}>
        <LinkButton to="/settings/keys" variant="default">
          To the API keys
        </LinkButton>
      </NotFound>
    );
  }
  if (key === undefined) {
    return (
      <Page title="API key">
        <NotLoaded error={error} refetch={refetch} />
      </Page>
    );
  }
  return (
    <Page
      key={key.id}
      title={key.name}
      description={<Description apiKey={key} />}
      actions={<KeyActions apiKey={key} />}
    >
      <KeyFacts apiKey={key} now={dataUpdatedAt} />
      <Stack component="section" aria-labelledby="key-settings">
        <Title order={2} size="h3" id="key-settings">
          Settings
        </Title>
        <EditKeyForm apiKey={key} />
      </Stack>
      <Divider />
      <KeyUsage keyId={key.id} />
    </Page>
  );
}

function Description({ apiKey }: { apiKey: ApiKey }) {
  const { shown, owner, createdAt, creatorName, replaces, replacedBy } = apiKey;
  return (
    <>
      <Code title="The first characters of the key">{shown}…</Code> · acts as{' '}
      <UserLink id={owner.id} name={owner.displayName} /> · created on <Time at={createdAt} dayOnly />
      {creatorName !== null && (
        <>
          {' '}
          by <bdi>{creatorName}</bdi>
        </>
      )}
      {replaces !== null && (
        <>
          {' '}
          · replaces <KeyLink apiKey={replaces} />
        </>
      )}
      {replacedBy !== null && (
        <>
          {' '}
          · replaced by <KeyLink apiKey={replacedBy} />
        </>
      )}
    </>
  );
}

/** By its first characters: the name is the same. */
function KeyLink({ apiKey: { id, shown } }: { apiKey: { id: string; shown: string } }) {
  return (
    <LinkAnchor to="/settings/keys/$keyId" params={{ keyId: id }} underline="always">
      {shown}…
    </LinkAnchor>
  );
}

function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const navigate = useNavigate();
  const [isRotating, setIsRotating] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      {!apiKey.disabled && !apiKey.isExpired && (
        <Button variant="default" onClick={() => setIsRotating(true)}>
          Rotate
        </Button>
      )}
      <DisableKey apiKey={apiKey} />
      <Button variant="default" onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      {isRotating && <RotateKey apiKey={apiKey} onClose={() => setIsRotating(false)} />}
      {isDeleting && (
        <DeleteKey
          apiKey={apiKey}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate({ to: '/settings/keys', ignoreBlocker: true })}
        />
      )}
    </>
  );
}

import { Container, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';

/** Where the provider leads to in the tab that was opened because a session had run out. */
export function SignedInPage() {
  useDocumentTitle('Signed in · Quiz service');
  return (
    <Container component="main" size={420} py="xl">
      <Title order={1}>You are signed in</Title>
      <Text>Close this tab and continue where you were.</Text>
    </Container>
  );
}

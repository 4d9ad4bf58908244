import { Container, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';

/** The page after a sign-in at the provider in another tab, which began or confirmed a session. */
export function SignedInPage() {
  useDocumentTitle('Signed in · Quiz service');
  return (
    <Container component="main" size={420} py="xl">
      <Title order={1}>You are signed in</Title>
      <Text>Close this tab and continue where you were.</Text>
    </Container>
  );
}

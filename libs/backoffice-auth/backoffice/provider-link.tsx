import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';

export const useSignInMethods = () =>
  useQuery({ queryKey: ['session', 'methods'], queryFn: () => dataOf(api.GET('/session/methods')) });

interface Props {
  provider: { name: string };
  query: Record<string, string>;
  /** Whether to open the provider in another tab, so that this page keeps its state. */
  inOtherTab: boolean;
}

/** Leads to the OpenID Connect provider. */
export function ProviderLink({ provider, query, inOtherTab }: Props) {
  return (
    <Button
      component="a"
      variant="default"
      href={`/admin/api/session/oidc?${new URLSearchParams(query).toString()}`}
      {...(inOtherTab && { target: '_blank', rel: 'noopener' })}
    >
      Sign in with {provider.name}
    </Button>
  );
}

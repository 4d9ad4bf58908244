import './mantine.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cspNonce, letScriptsStyle } from '#libs/backoffice-ui/csp.ts';
import { removeDrafts } from '#libs/backoffice-ui/drafts.ts';
import { onSessionChange } from '#libs/backoffice-ui/session-fetch.ts';
import { queryClient } from './query-client';
import { router } from './router';
import { cssVariables, theme } from './theme';

letScriptsStyle();
// A user who did not sign out may have left some.
onSessionChange((session) => removeDrafts(session?.user.id));
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

import './design/mantine-components.css';
import '@mantine/charts/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './design/theme.css';
import './design/base.css';
import './design/shell.css';
import './design/page-header.css';
import './design/tabs.css';
import './design/section.css';
import './design/table.css';
import './waitlists/figures.css';
import './design/facts.css';
import './billing/plans.css';
import './design/words.css';
import './design/empty.css';
import './design/dialog.css';
import './design/mantine.css';
import './design/editors.css';
import './page-editor/page-design.css';
import './share/share.css';
import './invitations/invitations.css';
import './webhooks/webhooks.css';
import './search/search.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { theme } from './design/theme.ts';
import { router } from './router.tsx';

const root = document.getElementById('dashboard');
if (!root) throw new Error('The document has no #dashboard element');

createRoot(root).render(
  <StrictMode>
    {/* Mantine would inject these as style elements, which the content security policy blocks. */}
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

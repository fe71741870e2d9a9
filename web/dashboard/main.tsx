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
import './waitlists/bars.css';
import './waitlists/waitlists.css';
import './design/facts.css';
import './billing/plans.css';
import './settings/settings.css';
import './design/words.css';
import './design/empty.css';
import './design/dialog.css';
import './design/mantine.css';
import './design/fields.css';
import './design/skeletons.css';
import './design/editors.css';
import './page-editor/page-editor.css';
import './page-editor/canvas.css';
import './page-editor/page-design.css';
import './page-editor/questions.css';
import './templates/templates.css';
import './signups/filters.css';
import './signups/signups.css';
import './import/import.css';
import './share/share.css';
import './invitations/invitations.css';
import './invitations/plan.css';
import './announcements/announcements.css';
import './integrations/integrations.css';
import './webhooks/webhooks.css';
import './senders/senders.css';
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

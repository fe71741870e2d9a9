import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { TemplateKind } from '../../core/email/template-kinds.ts';
import { isLanguage, type Language } from '../../core/languages/language.ts';
import { accountQuery, queryClient, summariesQuery, waitlistQuery } from './api/queries.ts';
import { NotFound } from './app/not-found.tsx';
import { Shell } from './app/shell.tsx';
import type { Outcome } from './billing/checkout-outcome.tsx';
import { ProblemView } from './components/problem-view.tsx';
import { FormSkeleton } from './components/skeletons.tsx';
import { toSignupsPlace } from './signups/signups-place.ts';
import { isKind } from './templates/kinds.ts';
import { toDeliveriesPlace } from './webhooks/deliveries-place.ts';

// Loaders start requests while the screen's script is still loading; the screens wait for them, and report their errors.
const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFound />,
  loader: () => void queryClient.prefetchQuery(accountQuery),
});

/** The result of a checkout, from the query of its return url. */
const outcomeOf = (search: Record<string, unknown>): { checkout?: Exclude<Outcome, undefined> } =>
  search.checkout === 'paid' || search.checkout === 'canceled' ? { checkout: search.checkout } : {};

/**
 * What a screen reads of its address, and nothing else: the router would give it all other members as they are, and so what makes
 * no sense.
 */
const only =
  <Place extends object>(read: (search: Record<string, unknown>) => Place) =>
  (search: Record<string, unknown>): Place => ({
    ...Object.fromEntries(Object.keys(search).map(name => [name, undefined])),
    ...read(search),
  });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: () => void queryClient.prefetchQuery(summariesQuery(1)),
  component: lazyRouteComponent(() => import('./waitlists/waitlists-screen.tsx'), 'WaitlistsScreen'),
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: lazyRouteComponent(() => import('./start/start-screen.tsx'), 'StartScreen'),
});

const waitlist = createRoute({
  getParentRoute: () => root,
  path: '/waitlists/$id',
  loader: ({ params: { id } }) => void queryClient.prefetchQuery(waitlistQuery(id)),
  component: lazyRouteComponent(() => import('./waitlists/waitlist-layout.tsx'), 'WaitlistLayout'),
});

const waitlistScreens = [
  createRoute({
    getParentRoute: () => waitlist,
    path: '/',
    component: lazyRouteComponent(() => import('./waitlists/overview-screen.tsx'), 'OverviewScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/page',
    validateSearch: only(({ edit }): { edit?: 'questions' | 'sharing' | 'code' } =>
      edit === 'questions' || edit === 'sharing' || edit === 'code' ? { edit } : {},
    ),
    component: lazyRouteComponent(() => import('./page-editor/page-screen.tsx'), 'PageScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/share',
    component: lazyRouteComponent(() => import('./share/share-screen.tsx'), 'ShareScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/signups',
    validateSearch: only(toSignupsPlace),
    component: lazyRouteComponent(() => import('./signups/signups-screen.tsx'), 'SignupsScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/signups/import',
    component: lazyRouteComponent(() => import('./import/import-screen.tsx'), 'ImportScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/invitations',
    component: lazyRouteComponent(() => import('./invitations/invitations-screen.tsx'), 'InvitationsScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/announcements',
    component: lazyRouteComponent(
      () => import('./announcements/announcements-screen.tsx'),
      'AnnouncementsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/announcements/$announcementId',
    component: lazyRouteComponent(
      () => import('./announcements/announcement-screen.tsx'),
      'AnnouncementScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/integrations',
    component: lazyRouteComponent(
      () => import('./integrations/integrations-screen.tsx'),
      'IntegrationsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/integrations/$kind',
    component: lazyRouteComponent(() => import('./integrations/integration-screen.tsx'), 'IntegrationScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/webhooks/$webhookId',
    validateSearch: only(toDeliveriesPlace),
    component: lazyRouteComponent(() => import('./webhooks/webhook-screen.tsx'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/settings',
    component: lazyRouteComponent(() => import('./waitlists/settings-screen.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/languages',
    component: lazyRouteComponent(() => import('./languages/languages-screen.tsx'), 'LanguagesScreen'),
  }),
  createRoute({
    getParentRoute: () => waitlist,
    path: '/license',
    validateSearch: only(outcomeOf),
    component: lazyRouteComponent(() => import('./billing/license-screen.tsx'), 'LicenseScreen'),
  }),
] as const;

/** What a new template is for. */
interface NewTemplateSearch {
  readonly waitlist?: string;
  readonly kind?: TemplateKind;
  readonly language?: Language;
}

const templates = [
  createRoute({
    getParentRoute: () => root,
    path: '/templates',
    component: lazyRouteComponent(() => import('./templates/templates-screen.tsx'), 'TemplatesScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/templates/new',
    validateSearch: only(
      ({ waitlist, kind, language }): NewTemplateSearch => ({
        ...(typeof waitlist === 'string' && { waitlist }),
        ...(isKind(kind) && { kind }),
        ...(isLanguage(language) && { language }),
      }),
    ),
    component: lazyRouteComponent(() => import('./templates/template-screen.tsx'), 'NewTemplateScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/templates/$id',
    component: lazyRouteComponent(() => import('./templates/template-screen.tsx'), 'TemplateScreen'),
  }),
] as const;

const senders = createRoute({
  getParentRoute: () => root,
  path: '/senders',
  component: lazyRouteComponent(() => import('./senders/senders-screen.tsx'), 'SendersScreen'),
});

const settings = [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/keys',
    component: lazyRouteComponent(() => import('./settings/keys-screen.tsx'), 'KeysScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/agents',
    component: lazyRouteComponent(() => import('./settings/agents-screen.tsx'), 'AgentsScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/account',
    component: lazyRouteComponent(() => import('./settings/account-screen.tsx'), 'AccountScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/billing',
    validateSearch: only(outcomeOf),
    component: lazyRouteComponent(() => import('./billing/billing-screen.tsx'), 'BillingScreen'),
  }),
] as const;

/** Every screen, each loaded when first opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    start,
    waitlist.addChildren(waitlistScreens),
    ...templates,
    senders,
    ...settings,
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultPendingComponent: FormSkeleton,
  defaultErrorComponent: ({ error, reset }) => <ProblemView error={error} onRetry={reset} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

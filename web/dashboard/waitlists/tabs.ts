/** The screens of a waitlist. */
export const TABS = [
  { to: '/waitlists/$id', label: 'Overview' },
  { to: '/waitlists/$id/page', label: 'Page' },
  { to: '/waitlists/$id/share', label: 'Share' },
  { to: '/waitlists/$id/signups', label: 'Signups' },
  { to: '/waitlists/$id/integrations', label: 'Integrations' },
  { to: '/waitlists/$id/webhooks', label: 'Webhooks' },
  { to: '/waitlists/$id/settings', label: 'Settings' },
] as const;

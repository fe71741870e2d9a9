/** The screens of a waitlist. */
export const TABS = [
  { to: '/waitlists/$id', label: 'Overview' },
  { to: '/waitlists/$id/page', label: 'Page' },
  { to: '/waitlists/$id/signups', label: 'Signups' },
  { to: '/waitlists/$id/invitations', label: 'Invitations' },
  { to: '/waitlists/$id/announcements', label: 'Announcements' },
  { to: '/waitlists/$id/integrations', label: 'Integrations', alsoAt: '/webhooks' },
  { to: '/waitlists/$id/settings', label: 'Settings', alsoAt: '/languages' },
] as const;

/** Its other screens, which are inside a tab or opened from the header. */
export const MORE_SCREENS = [
  { to: '/waitlists/$id/share', label: 'Share' },
  { to: '/waitlists/$id/languages', label: 'Languages' },
  { to: '/waitlists/$id/integrations/domain', label: 'Custom domain' },
  { to: '/waitlists/$id/integrations/email', label: 'Emails' },
  { to: '/waitlists/$id/integrations/bots', label: 'Bot protection' },
  { to: '/waitlists/$id/integrations/database', label: 'Database' },
  { to: '/waitlists/$id/webhooks', label: 'Webhooks' },
] as const;

/** The scopes of keys and tokens, and what each allows (specification section 5). */
export const SCOPES = {
  'account:read': 'Read account, plan, and usage',
  'waitlists:read':
    'Read waitlists and their page code, and the status of domain, bot protection, and database',
  'waitlists:write': 'Create, update, and delete waitlists',
  'entries:read': 'Read signups',
  'entries:write': 'Add, change, and erase signups',
  'templates:read': 'Read email templates',
  'templates:write': 'Create, update, and delete email templates',
  'domains:write': 'Manage custom domains, bot protection, and databases',
  'assets:write': 'Upload images',
  'invitations:write': 'Invite people, withdraw invitations, and redeem their codes',
  'announcements:write': 'Write, schedule, and send announcements',
  'webhooks:write': 'Manage webhooks, which send signups to other systems',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export const isScope = (value: string): value is Scope => Object.hasOwn(SCOPES, value);

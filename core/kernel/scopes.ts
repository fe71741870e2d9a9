/** Every scope a key or token can carry, with what it grants (specification section 5). */
export const SCOPES = {
  'account:read': 'Read account, plan and usage',
  'waitlists:read':
    'List and read waitlists including page code; read domain, bot-challenge and database status',
  'waitlists:write': 'Create, update and delete waitlists',
  'entries:read': 'Read signups',
  'templates:read': 'List and read email templates',
  'templates:write': 'Create, update and delete email templates',
  'domains:write': 'Connect and disconnect custom domains; manage bot-challenge and database settings',
  'assets:write': 'Upload images',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** True for a string that names a scope of this service. */
export const isScope = (value: string): value is Scope => Object.hasOwn(SCOPES, value);

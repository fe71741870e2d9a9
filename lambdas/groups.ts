import { group as account } from './account/group.ts';
import { group as announcements } from './announcements/group.ts';
import { group as assets } from './assets/group.ts';
import { group as database } from './database/group.ts';
import { group as domains } from './domains/group.ts';
import { group as emailTemplates } from './email-templates/group.ts';
import { group as entries } from './entries/group.ts';
import type { EndpointGroup } from './http/group-handler.ts';
import { group as turnstile } from './turnstile/group.ts';
import { group as waitlists } from './waitlists/group.ts';
import { group as webhooks } from './webhooks/group.ts';

/** The endpoint groups of the API, each a function and a part of the one for agents. */
export const groups: readonly EndpointGroup[] = [
  account,
  waitlists,
  entries,
  announcements,
  emailTemplates,
  assets,
  turnstile,
  domains,
  database,
  webhooks,
];

import type { Group } from '../core/operation.ts';
import { accountGroup } from './account/group.ts';
import { assetsGroup } from './assets/group.ts';
import { databaseGroup } from './database/group.ts';
import { domainsGroup } from './domains/group.ts';
import { emailTemplatesGroup } from './email-templates/group.ts';
import { entriesGroup } from './entries/group.ts';
import type { EndpointGroup } from './group-handler.ts';
import { turnstileGroup } from './turnstile/group.ts';
import { waitlistsGroup } from './waitlists/group.ts';

/** Every group, for the function that serves all of them. */
export const endpointGroups: Readonly<Record<Group, EndpointGroup>> = {
  account: accountGroup,
  waitlists: waitlistsGroup,
  entries: entriesGroup,
  'email-templates': emailTemplatesGroup,
  assets: assetsGroup,
  turnstile: turnstileGroup,
  domains: domainsGroup,
  database: databaseGroup,
};

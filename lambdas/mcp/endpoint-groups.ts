import type { Group } from '../../core/kernel/operation.ts';
import { accountGroup } from '../account/group.ts';
import { assetsGroup } from '../assets/group.ts';
import { databaseGroup } from '../database/group.ts';
import { domainsGroup } from '../domains/group.ts';
import { emailTemplatesGroup } from '../email-templates/group.ts';
import { entriesGroup } from '../entries/group.ts';
import type { EndpointGroup } from '../http/group-handler.ts';
import { turnstileGroup } from '../turnstile/group.ts';
import { waitlistsGroup } from '../waitlists/group.ts';

/** Groups whose operations are tools. */
type ToolGroup = Exclude<Group, 'dashboard'>;

/** All of them, for the function that serves agents. */
export const endpointGroups: Readonly<Record<ToolGroup, EndpointGroup>> = {
  account: accountGroup,
  waitlists: waitlistsGroup,
  entries: entriesGroup,
  'email-templates': emailTemplatesGroup,
  assets: assetsGroup,
  turnstile: turnstileGroup,
  domains: domainsGroup,
  database: databaseGroup,
};

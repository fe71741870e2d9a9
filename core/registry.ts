import { accountOperations } from './account/operations.ts';
import { announcementOperations } from './announcements/operations.ts';
import { assetOperations } from './assets/operations.ts';
import { billingOperations } from './billing/operations.ts';
import { turnstileOperations } from './bot-challenge/operations.ts';
import { cardOperations } from './cards/operations.ts';
import { databaseOperations } from './customer-database/operations.ts';
import { domainOperations } from './domains/operations.ts';
import { emailTemplateOperations } from './email-templates/operations.ts';
import { entryOperations } from './entries/operations.ts';
import { invitationOperations } from './invitations/operations.ts';
import { createRegistry } from './kernel/create-registry.ts';
import type { Operation } from './kernel/operation.ts';
import { oauthOperations } from './oauth/operations.ts';
import { pageGenerationOperations } from './page-generation/operations.ts';
import { referralOperations } from './referrals/operations.ts';
import { sampleEmailOperations } from './sample-emails/operations.ts';
import { senderOperations } from './senders/operations.ts';
import { signupOperations } from './signups/operations.ts';
import { waitlistOperations } from './waitlists/operations.ts';
import { webhookOperations } from './webhooks/operations.ts';

const operations = [
  ...accountOperations,
  ...waitlistOperations,
  ...entryOperations,
  ...signupOperations,
  ...referralOperations,
  ...invitationOperations,
  ...announcementOperations,
  ...webhookOperations,
  ...emailTemplateOperations,
  ...sampleEmailOperations,
  ...assetOperations,
  ...turnstileOperations,
  ...domainOperations,
  ...senderOperations,
  ...databaseOperations,
  ...oauthOperations,
  ...billingOperations,
  ...pageGenerationOperations,
  ...cardOperations,
] as const;

/** The union of all operations, from which the dashboard takes its types. */
export type AnyOperation = (typeof operations)[number];

/** Every operation of the service. */
export const registry = createRegistry(operations);

/** The public API: everything except operations for people, and what links lead to. */
export const apiOperations: readonly Operation[] = registry.filter(
  ({ audience, download }) => audience !== 'people' && download === undefined,
);

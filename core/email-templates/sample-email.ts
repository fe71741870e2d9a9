import type { KeyObject } from 'node:crypto';
import type { Email, Mailer } from '../email/email.ts';
import type { EmailBudget, EmailLimits } from '../email/email-budget.ts';
import { stopUrl } from '../email/stop-link.ts';
import type { SuppressionStore } from '../email/suppression.ts';
import type { ListLine } from '../html/list-line.ts';
import type { CallerContext } from '../kernel/operation.ts';
import { pageUrl, referralLink, type Site, statusUrl } from '../kernel/site.ts';
import { requireWaitlist, type WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { renderTemplate } from './render-template.ts';
import type { TemplateServices } from './template-store.ts';
import type { VariableValues } from './variables.ts';

type SampleWaitlist = Pick<WaitlistRecord, 'name' | 'description' | 'slug' | 'shareUrl'>;

const SAMPLE: SampleWaitlist = {
  name: 'Rocket Bikes',
  description: 'The first bicycle with a launch pad.',
  slug: 'rocket-bikes',
  shareUrl: null,
};

/** Values of a made-up signup, on the given waitlist or a sample. */
const sampleValues = (site: Site, waitlist: SampleWaitlist = SAMPLE): VariableValues => ({
  waitlistName: waitlist.name,
  description: waitlist.description ?? '',
  name: 'Ada',
  position: '128',
  // Opens the page and credits nobody: no signup has this code.
  referralLink: referralLink(site, { ...waitlist, domain: null }, 'SAMPLE'),
  // Leads to a page that says that it is nobody's.
  statusLink: statusUrl(site, 'sample'),
});

/** The line that ends the email of that signup. Its stop link leads to a page that says that it stops nothing. */
const sampleLine = (site: Site, { name, slug }: SampleWaitlist = SAMPLE): ListLine => ({
  waitlistName: name,
  pageUrl: pageUrl(site, slug),
  stopUrl: stopUrl(site, 'sample'),
});

/** What previews and test emails need. */
export interface SampleEmailServices extends Pick<TemplateServices, 'htmlToText'>, WaitlistFinder {
  readonly mailer: Mailer;
  readonly budget: Pick<EmailBudget, 'grant'>;
  readonly limits: EmailLimits;
  readonly suppressions: Pick<SuppressionStore, 'isSuppressed'>;
  readonly digestKey: () => Promise<KeyObject | Buffer>;
}

/** The waitlist to take values from; by default a sample. */
export const SampleWaitlistId = () =>
  WaitlistId.optional().meta({
    description: 'A waitlist whose name and description to show; by default a sample',
  });

/** A template, saved or not. */
interface TemplateText {
  readonly subject: string;
  readonly html: string;
}

/** Renders the email that a signup of the waitlist would get. */
export async function renderSample(
  { caller, services, site }: CallerContext<SampleEmailServices>,
  { subject, html }: TemplateText,
  waitlistId: string | undefined,
): Promise<Email> {
  const waitlist =
    waitlistId === undefined ? undefined : await requireWaitlist(services, caller.account.id, waitlistId);
  const content = { subject, html, text: services.htmlToText(html) };
  return renderTemplate(
    caller.account.email,
    content,
    sampleValues(site, waitlist),
    sampleLine(site, waitlist),
  );
}

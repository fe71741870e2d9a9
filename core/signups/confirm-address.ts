import { linkToken, readLinkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { type Site, statusUrl } from '../kernel/site.ts';
import { inLanguage, type Reading } from '../languages/in-language.ts';
import { chooseLanguage, type Wish } from '../languages/negotiate.ts';
import type { ConfirmationPage, PendingStore } from './pending-store.ts';

export interface ConfirmServices {
  readonly site: Site;
  readonly pending: Pick<PendingStore, 'findPage' | 'confirm' | 'admit'>;
  readonly digestKey: () => Promise<DigestKey>;
}

/** The page, in a visitor's language. */
export interface ShownConfirmation extends ConfirmationPage, Reading {}

export type FoundConfirmation =
  | { readonly status: 'found'; readonly id: string; readonly page: ShownConfirmation }
  /** The token was never ours. */
  | { readonly status: 'unknown' }
  /** Its signup expired, or its person was erased. */
  | { readonly status: 'gone' };

/** Tells what a token is for. It changes nothing, because mail scanners open links. A forged token asks no database. */
export async function findConfirmation(
  { pending, digestKey }: Omit<ConfirmServices, 'site'>,
  token: string,
  wish: Wish,
): Promise<FoundConfirmation> {
  const id = readLinkToken(await digestKey(), 'confirm', token);
  if (id === null) return { status: 'unknown' };
  const page = await pending.findPage(id);
  if (!page) return { status: 'gone' };
  return { status: 'found', id, page: { ...page, language: chooseLanguage(page.languages, wish) } };
}

export type Confirmed =
  | { readonly status: 'on_list'; readonly statusUrl: string }
  | { readonly status: 'refused'; readonly resetSeconds: number }
  /** The waitlist is full. */
  | { readonly status: 'full'; readonly page: ShownConfirmation }
  | Exclude<FoundConfirmation, { status: 'found' }>;

/** Joins the person with a token, at the end of the queue. Again, it leads to the same place. */
export async function confirmAddress(
  services: ConfirmServices,
  token: string,
  wish: Wish,
): Promise<Confirmed> {
  const { site, pending, digestKey } = services;
  const found = await findConfirmation(services, token, wish);
  if (found.status !== 'found') return found;
  const resetSeconds = await pending.admit(found.id);
  if (resetSeconds > 0) return { status: 'refused', resetSeconds };
  const confirmed = await pending.confirm(found.id);
  if (confirmed === null) return { status: 'gone' };
  if (confirmed.status === 'full') return { status: 'full', page: { ...found.page, isFull: true } };
  const statusToken = linkToken(await digestKey(), 'status', confirmed.entryId);
  return {
    status: 'on_list',
    statusUrl: inLanguage(statusUrl(site, statusToken, found.page.domain), found.page),
  };
}

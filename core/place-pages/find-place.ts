import { readLinkToken } from '../identity/link-token.ts';
import { inviteLink, keptCode } from '../invitations/invitation-code.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { isPlanId, PLANS } from '../kernel/plans.ts';
import { pageUrl, referralLink, type Site } from '../kernel/site.ts';
import type { Reading } from '../languages/in-language.ts';
import type { Language } from '../languages/language.ts';
import { chooseLanguage, dependsOnBrowser, type Wish } from '../languages/negotiate.ts';
import type { PageDesign } from '../pages/page-data.ts';
import { toPageDesign } from '../pages/page-design.ts';
import { type Answers, questionsAt } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import { localize, localizeAnswers } from '../waitlists/localize.ts';
import type { Translations } from '../waitlists/translations.ts';
import { expectTurn } from './expected-turn.ts';
import { knownAnswers, type StoredAnswers } from './known-answers.ts';
import type { PlaceInvitation, PlaceStore } from './place-store.ts';
import type { PublicPlace } from './schemas.ts';

/** A place, and how to show it. */
export interface FoundPlace extends Reading {
  /** Whether another browser may get it in another language at the same address. */
  readonly variesByBrowser: boolean;
  readonly place: PublicPlace;
  /** Null unless the person is invited. */
  readonly invitation: { readonly link: string; readonly expiresAt: Date } | null;
  readonly design: PageDesign;
  /** Sites that may frame it, as they may the page that leads to it. */
  readonly allowedOrigins: readonly string[];
  readonly whiteLabel: boolean;
  /** The questions that are asked after joining, and the answers so far. */
  readonly asked: { readonly questions: readonly Question[]; readonly answers: Answers };
}

export interface PlaceServices {
  readonly site: Site;
  readonly places: PlaceStore;
  readonly digestKey: () => Promise<DigestKey>;
}

/**
 * Finds the place of the person with a token. A forged token is refused before the database is asked.
 * @param domain - the requested custom domain, which shows only its own waitlist; null on our own host
 */
export async function findPlace(
  { site, places, digestKey }: PlaceServices,
  token: string,
  domain: string | null,
  wish: Wish,
): Promise<FoundPlace | null> {
  const key = await digestKey();
  const entryId = readLinkToken(key, 'status', token);
  const found = entryId === null ? null : await places.find(entryId);
  if (!found || (domain !== null && domain !== found.domain)) return null;
  const { languages } = found;
  const language = chooseLanguage(languages, wish);
  const {
    slug,
    waitlistName: name,
    position,
    ahead,
    signups,
    referralCount,
    referralCode,
    accountPlan,
  } = found;
  return {
    invitation: found.invitation && showInvitation(key, found.invitation),
    language,
    languages,
    variesByBrowser: dependsOnBrowser(languages, wish),
    design: toPageDesign(localize(found, language).design),
    allowedOrigins: found.allowedOrigins,
    whiteLabel: isPlanId(accountPlan) && PLANS[accountPlan].capabilities.whiteLabel,
    asked: found.asked ? shownQuestions(found.asked, found.translations, language) : NOTHING_ASKED,
    place: {
      waitlist: { name, slug, url: pageUrl(site, slug, found.domain) },
      position,
      ahead,
      signups,
      referralCount,
      referralCode,
      referralLink: referralLink(site, found, referralCode),
      referralBoost: found.referralEnabled ? found.referralBoost : null,
      status: found.status,
      joinedAt: found.joinedAt.toISOString(),
      expected: found.status === 'waiting' && found.plan ? expectTurn(found.plan, ahead, new Date()) : null,
    },
  };
}

const NOTHING_ASKED: FoundPlace['asked'] = { questions: [], answers: {} };

/** What is asked after joining, and the answers so far, in a language. */
function shownQuestions(
  asked: StoredAnswers,
  translations: Translations,
  language: Language,
): FoundPlace['asked'] {
  const { questions } = localize({ ...asked, translations }, language);
  return {
    questions: questionsAt(questions, 'place'),
    answers: localizeAnswers(asked.questions, questions, knownAnswers(asked)),
  };
}

function showInvitation(key: DigestKey, { id, codeHash, inviteUrl, expiresAt }: PlaceInvitation) {
  const code = keptCode(key, { id, codeHash: Buffer.from(codeHash, 'base64') });
  return code === null ? null : { link: inviteLink(inviteUrl, code), expiresAt: new Date(expiresAt) };
}

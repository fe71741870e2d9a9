import { pageUrl } from '../kernel/site.ts';
import type { Language } from '../languages/language.ts';
import { chooseLanguage, dependsOnBrowser, type Wish } from '../languages/negotiate.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { visitorQuestions } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import { secondsToNextChange } from '../waitlists/door.ts';
import { localize } from '../waitlists/localize.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import type { PageChallenge, PageWaitlist } from './page-data.ts';
import { toPageDesign } from './page-design.ts';
import { toPageDoor } from './page-door.ts';
import type { ShownPage, ShowPageServices } from './show-page.ts';

/** The settings of the form on the owner's own site. Anyone may read it: the hosted page shows the same. */
export interface EmbedSettings extends Pick<PageWaitlist, 'door' | 'opensAt' | 'closedMessage'> {
  /** By which a browser remembers who joined. */
  readonly waitlistId: string;
  readonly name: string;
  readonly brandColor: string | null;
  /** Black or white, for text on `brandColor`. */
  readonly onBrandColor: string | null;
  readonly buttonLabel: string | null;
  /** Places gained for each friend; null while referrals are off. */
  readonly referralBoost: number | null;
  /** Where people can join, to tell the owner of another site. The page's policy says the same. */
  readonly allowedOrigins: readonly string[];
  /** Those that visitors are asked, on the form or after joining. */
  readonly questions: readonly Question[];
  readonly challenge: PageChallenge | null;
  /** While nobody can join, people on the list ask for the link to their place here. */
  readonly pageUrl: string;
  readonly language: Language;
  readonly texts: EmbedTexts;
}

/** What the form on the owner's own site says, in its language. */
export type EmbedTexts = ReturnType<typeof embedTexts>;

function embedTexts({ signupPage, form, challenge, door, template, place, pages, embed }: Texts) {
  const { image: _, ...ticket } = place;
  return {
    ...embed,
    fields: signupPage,
    form,
    challenge,
    door,
    place: ticket,
    check: pages.notice.checkEmail,
    copyLink: template.copy,
  };
}

/**
 * @returns them, and the seconds until the door opens or closes by itself; null if there is no such waitlist
 */
export async function readEmbedSettings(
  {
    site,
    pages,
    challenge: { sharedSiteKey, scriptUrl },
  }: Pick<ShowPageServices, 'site' | 'pages' | 'challenge'>,
  slug: string,
  wish: Wish,
): Promise<({ readonly settings: EmbedSettings } & Pick<ShownPage, 'changesIn' | 'variesByBrowser'>) | null> {
  const found = SLUG_PATTERN.test(slug) ? await pages.find(slug) : null;
  if (!found) return null;
  const language = chooseLanguage(found.languages, wish);
  const page = localize(found, language);
  const texts = textsOf(language);
  const { brandColor, onBrandColor, buttonLabel } = toPageDesign(page.design);
  const siteKey = page.ownSiteKey ?? sharedSiteKey;
  const settings: EmbedSettings = {
    waitlistId: page.id,
    name: page.name,
    brandColor,
    onBrandColor,
    buttonLabel,
    referralBoost: page.referralEnabled ? page.referralBoost : null,
    allowedOrigins: page.allowedOrigins,
    questions: visitorQuestions(page.questions),
    challenge: siteKey === null ? null : { siteKey, scriptUrl },
    ...toPageDoor(page, texts.door),
    pageUrl: pageUrl(site, page.slug, page.domain),
    language,
    texts: embedTexts(texts),
  };
  return {
    settings,
    changesIn: secondsToNextChange(page, Date.now()),
    variesByBrowser: dependsOnBrowser(page.languages, wish),
  };
}

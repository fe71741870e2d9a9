import { renderAnnouncement } from '../../../core/announcements/announcement-email.ts';
import type { Email } from '../../../core/email/email.ts';
import type { PlaceFacts } from '../../../core/email/place-email.ts';
import { renderTemplate } from '../../../core/email/render-template.ts';
import * as stop from '../../../core/email/stop-pages.ts';
import {
  renderConfirmation,
  renderConfirmationTemplate,
} from '../../../core/email-templates/confirmation-email.ts';
import { renderInvitationEmail } from '../../../core/invitations/invitation-email.ts';
import { ApiError, noSuchPage, toApiError, ValidationError } from '../../../core/kernel/errors.ts';
import { tooManyAttempts } from '../../../core/kernel/rate-limit.ts';
import type { Language } from '../../../core/languages/language.ts';
import { textsOf } from '../../../core/languages/texts.ts';
import { TEMPLATES } from '../../../core/page-code/design.ts';
import { readEmbedSettings } from '../../../core/pages/embed-settings.ts';
import { explainProblem } from '../../../core/pages/explain-problem.ts';
import { toPageDesign } from '../../../core/pages/page-design.ts';
import type { PageRecord } from '../../../core/pages/page-store.ts';
import { renderNoPage, renderNotFound } from '../../../core/pages/render-no-page.ts';
import { type ShowPageServices, showFormAgain, showNotice, showPage } from '../../../core/pages/show-page.ts';
import { errorIn } from '../../../core/pages/translate-error.ts';
import { renderLeaveEmail } from '../../../core/place-pages/leave-email.ts';
import { renderPlaceLinkEmail } from '../../../core/place-pages/place-link-email.ts';
import { type PlacePageView, renderPlacePage } from '../../../core/place-pages/render-place-page.ts';
import type { Question } from '../../../core/questions/question.ts';
import { renderMovedUpEmail } from '../../../core/referrals/moved-up-email.ts';
import { renderConfirmAddressEmail } from '../../../core/signups/confirm-address-email.ts';
import { renderConfirmPage } from '../../../core/signups/render-confirm.ts';
import type { Door } from '../../../core/waitlists/door.ts';

/** Stands for everything that the owner wrote, so that all else is ours. */
const OWN = 'Ωmega';
const BASE_URL = 'https://anteroom.example';
const PAGE_URL = `${BASE_URL}/w/omega`;
const SOON = '2030-12-09T12:00:00.000Z';

const QUESTIONS: readonly Question[] = [
  { key: 'a', label: OWN, type: 'text', required: true, ask: 'form' },
  { key: 'b', label: OWN, type: 'choice', options: [...'ΑΒΓΔΕΖΗΘ'], required: false, ask: 'form' },
  { key: 'c', label: OWN, type: 'checkbox', required: true, ask: 'form' },
  { key: 'd', label: OWN, type: 'choices', options: ['Α', 'Β'], required: false, ask: 'after' },
];

const assets = {
  shellJs: '',
  placeJs: '',
  placeCss: '',
  questionsCss: '',
  css: '',
  frameHtml: '',
  runtimeJs: '',
  icon: '',
  homeCss: '',
  homeJs: '',
  homeCard: '',
};

const site = { baseUrl: BASE_URL, licensePriceUsd: 1, proPriceUsd: 1, allowInsecureLoopback: false };

const record = (languages: readonly Language[], changes: Partial<PageRecord>): PageRecord => ({
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'omega',
  name: OWN,
  pageCode: null,
  design: {},
  seoTitle: null,
  seoDescription: null,
  seoKeywords: null,
  ogImage: null,
  referralEnabled: true,
  referralBoost: 5,
  plan: 'free',
  ownSiteKey: null,
  questions: QUESTIONS,
  languages,
  translations: {},
  domain: null,
  signups: 120,
  waiting: 80,
  allowedOrigins: [],
  door: 'open',
  opensAt: null,
  closesAt: null,
  closedMessage: null,
  ...changes,
});

const services = (page: PageRecord, sharedSiteKey: string | null = null): ShowPageServices => ({
  site,
  assets,
  pages: {
    find: async () => page,
    findByDomain: async () => page,
    slugAt: async () => page.slug,
  },
  guardCode: code => code,
  challenge: { sharedSiteKey, scriptUrl: 'https://challenge.example/api.js' },
});

type Rendered = Readonly<Record<string, string>>;

/** A test that renders nothing finds nothing. */
function present<Found>(found: Found | null): Found {
  if (found === null) throw new Error('There is no such waitlist');
  return found;
}

/** The signup page: each template, each door, with a challenge, after an error; and the embed. */
async function signupPages(language: Language): Promise<Rendered> {
  // Another is the default, so the address decides.
  const languages = [language === 'en' ? 'de' : 'en', language] as const;
  const address = { slug: 'omega', wish: { lang: language, acceptLanguage: undefined } };
  const show = async (changes: Partial<PageRecord>, key?: string) =>
    present(await showPage(services(record(languages, changes), key), address, 'abcdefgh')).html;
  const pages: [string, string][] = [];
  for (const template of TEMPLATES) {
    pages.push([`page, ${template}`, await show({ design: { template, launchAt: SOON } })]);
    pages.push([`page, ${template}, few`, await show({ design: { template }, waiting: 1, signups: 1 })]);
  }
  for (const door of ['not_yet', 'closed', 'full'] as const satisfies readonly Door[])
    pages.push([`page, ${door}`, await show({ door, opensAt: SOON })]);
  const code = 'function GeneratedWaitlist() { return null; }';
  pages.push([
    'page, own code',
    await show({ pageCode: code, design: { template: 'custom' }, door: 'full' }),
  ]);
  pages.push(['page, challenge', await show({}, 'key')]);
  const again = present(
    await showFormAgain(services(record(languages, {})), address, undefined, {
      email: OWN,
      name: OWN,
      redirectUrl: null,
      campaign: [],
      errors: {
        email: 'must be an email address, like name@example.com',
        name: 'must be at most 100 characters',
      },
      answers: {
        values: {},
        errors: { a: 'must be at most 500 characters', b: 'is required', c: 'must be ticked' },
      },
    }),
  );
  pages.push(['form again', again.html]);
  const notice = await showNotice(services(record(languages, {})), address, each => ({
    heading: textsOf(each).pages.notice.checkInbox,
    advice: textsOf(each).errors.placeLink,
  }));
  pages.push(['notice', notice.html]);
  for (const door of ['open', 'full'] as const) {
    const embed = present(
      await readEmbedSettings(services(record(languages, { door })), 'omega', address.wish),
    );
    const json = JSON.stringify(embed.settings).replaceAll('<', '\\u003c');
    pages.push([`embed, ${door}`, `<script type="application/json">${json}</script>`]);
  }
  return Object.fromEntries(pages);
}

const ERRORS: readonly ApiError[] = [
  noSuchPage(),
  tooManyAttempts(30),
  new ApiError('origin_not_allowed', 'x', { resolution: 'x' }),
  new ApiError('challenge_failed', 'x', { resolution: 'x' }),
  new ApiError('invalid_json', 'x', { resolution: 'x' }),
  new ApiError('validation_failed', 'x', { resolution: 'x' }),
  toApiError(new Error('x')),
  toApiError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
  new ValidationError([]),
  ...['email', 'name', 'answers.a', 'redirectUrl', 'source'].map(path =>
    ValidationError.at(path, 'must be another'),
  ),
];

/** What our API says, and the pages that say it to people without scripts. */
function problems(language: Language): Rendered {
  const said = ERRORS.flatMap((error, index) => {
    const { error: text, resolution = '', details = [] } = errorIn(language, error, 'id');
    const messages = details.map(({ message }) => message);
    return [
      [`error ${index}`, `<p>${[text, resolution, ...messages].join('</p><p>')}</p>`],
      [`problem ${index}`, renderNoPage(assets, language, explainProblem(error, language))],
    ];
  });
  return { 'not found': renderNotFound(assets, language), ...Object.fromEntries(said) };
}

/** Pages of links in emails. */
function linkedPages(language: Language): Rendered {
  const place = {
    waitlist: { name: OWN, slug: 'omega', url: PAGE_URL },
    position: 1284,
    ahead: 83,
    signups: 12_480,
    referralCount: 3,
    referralCode: 'abc',
    referralLink: `${PAGE_URL}?ref=abc`,
    referralBoost: 5,
    status: 'waiting',
    joinedAt: '2026-01-01T00:00:00.000Z',
    expected: { from: '2026-12-29', to: '2027-01-05' },
  } as const;
  const view: PlacePageView = {
    language,
    languages: ['en', language],
    variesByBrowser: false,
    place,
    design: toPageDesign({}),
    allowedOrigins: [],
    asked: { questions: QUESTIONS.slice(3), answers: {} },
    whiteLabel: false,
    invitation: null,
    source: '/s/t.json',
    serviceUrl: BASE_URL,
    assets,
  };
  const invitation = { link: BASE_URL, expiresAt: new Date(SOON) };
  const brand = { name: OWN, url: PAGE_URL, logoUrl: null, brandColor: null, whiteLabel: false };
  const stopped: stop.StopPage = { language, brand, action: '/u/t', mayLeave: true };
  const confirming = { waitlistName: OWN, slug: 'omega', domain: null, plan: 'free', design: {} };
  const confirm = (isOnList: boolean, isFull: boolean) =>
    renderConfirmPage({
      language,
      site,
      page: { ...confirming, languages: [language], isOnList, isFull },
      action: '/c/t',
      assets,
    });
  return {
    place: renderPlacePage(view),
    'place, first': renderPlacePage({
      ...view,
      place: { ...place, position: 1, ahead: 0, referralBoost: null },
    }),
    'place, invited': renderPlacePage({ ...view, invitation, place: { ...place, status: 'invited' } }),
    'place, accepted': renderPlacePage({ ...view, place: { ...place, status: 'accepted' } }),
    confirm: confirm(false, false),
    'confirm, full': confirm(false, true),
    confirmed: confirm(true, false),
    stop: stop.renderStopPage(stopped),
    stopped: stop.renderStoppedPage(stopped),
    leave: stop.renderLeavePage(stopped),
    kept: stop.renderKeptPage(stopped),
    left: stop.renderLeftPage(stopped),
    'old link': stop.renderOldLinkPage(stopped),
    'no such link': stop.renderNoStopPage(language),
    'too many': stop.renderStopLaterPage(30, language),
    failed: stop.renderStopFailedPage(errorIn(language, toApiError(new Error('x')), 'id').error, language),
  };
}

/** Every email to somebody on a waitlist, and the template that starts as one. */
function emails(language: Language): Rendered {
  const facts: PlaceFacts = {
    to: 'a@b.example',
    language,
    waitlistName: OWN,
    design: {},
    position: 1284,
    pageUrl: PAGE_URL,
    statusUrl: `${BASE_URL}/s/t`,
    referralLink: `${PAGE_URL}?ref=abc`,
    referralBoost: 5,
    stopUrl: `${BASE_URL}/u/t`,
  };
  const template = renderConfirmationTemplate({
    language,
    design: {},
    referralEnabled: true,
    referralBoost: 5,
  });
  const values = {
    waitlistName: OWN,
    description: OWN,
    name: '',
    position: '1284',
    referralLink: facts.referralLink,
    statusLink: facts.statusUrl,
  };
  const own = { subject: OWN, html: template.html, text: `${OWN} {{name}}` };
  const announcement = { subject: `${OWN} {{name}}`, body: `${OWN} {{name}} {{ahead}}` };
  const all: Readonly<Record<string, Email>> = {
    confirmation: renderConfirmation(facts),
    'confirmation without referrals': renderConfirmation({ ...facts, referralBoost: null }),
    'own template': renderTemplate('a@b.example', own, values, facts),
    'confirm address': renderConfirmAddressEmail({ ...facts, confirmUrl: `${BASE_URL}/c/t` }),
    'place link': renderPlaceLinkEmail(facts),
    leave: renderLeaveEmail({ ...facts, leaveUrl: `${BASE_URL}/u/t` }),
    'moved up': renderMovedUpEmail({ ...facts, movedBy: 12 }),
    invitation: renderInvitationEmail({ ...facts, message: null, link: BASE_URL, expiresAt: new Date(SOON) }),
    announcement: renderAnnouncement(
      announcement,
      { ...facts, name: null, ahead: 3 },
      textsOf(language).emails,
    ),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, { subject, html, text }]) => [
      `email: ${name}`,
      html.replace('</body>', () => `<p>${subject}</p><p>${text}</p></body>`),
    ]),
  );
}

/** All that a visitor of a waitlist can read of ours in a language, as HTML, by what it is. */
export const everyPage = async (language: Language): Promise<Rendered> => ({
  ...(await signupPages(language)),
  ...problems(language),
  ...linkedPages(language),
  ...emails(language),
});

import { signupPath } from '../kernel/site.ts';
import { inLanguage, type Reading } from '../languages/in-language.ts';
import { textsOf } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';
import { questionsAt } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import type { Campaign } from '../questions/source.ts';
import type { FormField } from './field-errors.ts';
import type { PageChallenge, PageDesign, PageWaitlist } from './page-data.ts';
import { renderClosedNotice } from './render-door.ts';
import { type FilledQuestions, renderQuestions } from './render-questions.ts';

interface DefaultForm extends PageWaitlist, Reading {
  readonly questions: readonly Question[];
  readonly design: PageDesign;
  /** The referral code of `?ref=`. */
  readonly referredBy: string | null;
  readonly challenge: PageChallenge | null;
}

/** A form that was posted without JavaScript and refused. */
export interface PostedForm {
  readonly email: string;
  readonly name: string;
  /** Where it leads after joining; null: to the place. */
  readonly redirectUrl: string | null;
  readonly campaign: Campaign;
  readonly errors: Readonly<Partial<Record<FormField, string>>>;
  readonly answers?: FilledQuestions;
}

const EMPTY: PostedForm = { email: '', name: '', redirectUrl: null, campaign: [], errors: {} };

/**
 * The default form: what visitors see until the page code has rendered, when it fails, and without JavaScript, where it
 * is posted as a form. `web/page/default-form.ts` adds its behavior.
 */
export function renderDefaultForm(waitlist: DefaultForm, posted = EMPTY): string {
  const { name, design, language } = waitlist;
  const { signupPage, place, pages } = textsOf(language);
  return `<section id="join" class="join" aria-labelledby="join-heading">
<div class="join-inner">
<div data-part="open">
${renderBrand(waitlist)}<h1 id="join-heading" class="title" data-part="heading" tabindex="-1" dir="auto">${escapeHtml(design.headline ?? name)}</h1>
<p class="lead" dir="auto">${escapeHtml(waitlist.lead)}</p>
${waitlist.door === 'open' ? renderForm(waitlist, posted) : `<div class="closed">${renderClosedNotice(waitlist)}</div>`}
</div>
<div data-part="pending" hidden>
<h1 data-part="pending-heading" class="title" tabindex="-1">${escapeHtml(pages.notice.checkEmail)}</h1>
<p data-part="pending-message" class="lead"></p>
</div>
<div data-part="joined" hidden>
<p class="eyebrow">${escapeHtml(signupPage.joined)}</p>
<h1 data-part="joined-heading" class="place" tabindex="-1"><span class="place-label">${escapeHtml(place.label)}</span> <span data-part="place" class="place-number"></span></h1>
<p data-part="message" class="lead"></p>
<label class="link-label" for="join-link">${escapeHtml(signupPage.link)}</label>
<input id="join-link" data-part="link" class="link" type="text" readonly>
</div>
</div>
</section>`;
}

function renderForm(waitlist: DefaultForm, posted: PostedForm): string {
  const { design, language } = waitlist;
  const { errors } = posted;
  const texts = textsOf(language).signupPage;
  return `${waitlist.challenge ? `<p class="note no-script">${escapeHtml(texts.needsScript)}</p>\n` : ''}<form data-part="form" method="post" action="${escapeHtml(inLanguage(signupPath(waitlist.slug), waitlist))}">
${hidden('language', language)}${hidden('referralCode', waitlist.referredBy)}${hidden('redirectUrl', posted.redirectUrl)}${posted.campaign.map(field => hidden(...field)).join('')}<div class="field">
<label for="join-email">${escapeHtml(texts.email)}</label>
<input id="join-email" data-part="email" name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" required aria-describedby="join-email-error"${filled(posted.email, errors.email)}>
<p id="join-email-error" data-part="email-error" class="field-error" aria-live="polite">${escapeHtml(errors.email ?? '')}</p>
</div>
<div class="field">
<label for="join-name">${escapeHtml(texts.name)} <span class="optional">${escapeHtml(texts.optional)}</span></label>
<input id="join-name" data-part="name" name="name" type="text" autocomplete="name" maxlength="100" aria-describedby="join-name-error"${filled(posted.name, errors.name)}>
<p id="join-name-error" data-part="name-error" class="field-error" aria-live="polite">${escapeHtml(errors.name ?? '')}</p>
</div>
${renderQuestions(questionsAt(waitlist.questions, 'form'), language, posted.answers)}
<button data-part="submit" class="primary" type="submit">${escapeHtml(design.buttonLabel ?? texts.submit)}</button>
<p data-part="note" class="note" aria-live="polite"></p>
<button data-part="suggestion" class="secondary" type="button" hidden></button>
</form>`;
}

/** The logo; without one, the name, unless the headline is the name. */
function renderBrand({ name, design: { logoUrl, headline } }: DefaultForm): string {
  if (logoUrl !== null) {
    const alt = headline === null ? '' : name;
    return `<img class="logo" src="${escapeHtml(logoUrl)}" alt="${escapeHtml(alt)}">\n`;
  }
  return headline === null ? '' : `<p class="brand" dir="auto">${escapeHtml(name)}</p>\n`;
}

const hidden = (name: string, value: string | null): string =>
  value === null ? '' : `<input type="hidden" name="${name}" value="${escapeHtml(value)}">\n`;

const filled = (value: string, error: string | undefined): string =>
  `${value === '' ? '' : ` value="${escapeHtml(value)}"`}${error === undefined ? '' : ' aria-invalid="true" autofocus'}`;

import { createHash } from 'node:crypto';
import * as React from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { cacheRecent } from '../kernel/cache-recent.ts';
import { signupPath } from '../kernel/site.ts';
import { inLanguage, type Reading } from '../languages/in-language.ts';
import { textsOf } from '../languages/texts.ts';
import { isBuiltIn, type TemplateName } from '../page-code/design.ts';
import type { PageNeeds } from '../page-code/templates/parts.ts';
import { compactTemplate } from '../page-code/templates/templates.ts';
import type { Question } from '../questions/question.ts';
import type { PageChallenge, PageDesign, PageWaitlist } from './page-data.ts';
import { pageWords } from './page-words.ts';

/** What the first view of a built-in template shows. */
interface TemplateView extends Reading {
  readonly template: TemplateName;
  readonly waitlist: PageWaitlist;
  readonly design: PageDesign;
  /** On the form. */
  readonly questions: readonly Question[];
  readonly referredBy: string | null;
  /** For a bot challenge. */
  readonly needsScript: boolean;
  /** In seconds, of a page that counts down. */
  readonly now: number | null;
}

/** The HTML of a built-in template, as its page code will show it in the frame. */
export interface RenderedTemplate {
  /** With its style sheet. */
  readonly html: string;
  /** The source that lets the style sheet through `style-src`. */
  readonly source: string;
}

type PageCode = React.FunctionComponent<Record<string, unknown>>;
type Instantiate = (react: unknown) => PageCode;

/** Our own page code: nothing of an account is evaluated here. */
const instantiate = (code: string): Instantiate =>
  new Function('React', `${code}\nreturn GeneratedWaitlist;`) as Instantiate;

const instantiated = new Map<string, Instantiate>();

function pageCode(template: TemplateName, needs: PageNeeds): Instantiate {
  const code = compactTemplate(template, needs);
  const known = instantiated.get(code) ?? instantiate(code);
  instantiated.set(code, known);
  return known;
}

/** Renders a built-in template. Its form posts like any other, for browsers without JavaScript. */
function renderTemplate({
  language,
  languages,
  template,
  waitlist,
  design,
  questions,
  referredBy,
  needsScript,
}: TemplateView): RenderedTemplate {
  const texts = textsOf(language);
  let css = '';
  const createElement = (type: string, props: object | null, ...children: React.ReactNode[]) => {
    if (type === 'style') {
      css = children.join('').replace(/\n\s*/g, '');
      return null;
    }
    // It is inside the document's own.
    if (type === 'main') return React.createElement('div', props, ...children);
    if (type !== 'form') return React.createElement(type, props, ...children);
    const hidden = (name: string, value: string | null) =>
      value !== null && React.createElement('input', { type: 'hidden', name, value });
    const form = React.createElement(
      'form',
      { ...props, method: 'post', action: inLanguage(signupPath(waitlist.slug), { language, languages }) },
      hidden('language', language),
      hidden('referralCode', referredBy),
      ...children,
    );
    if (!needsScript) return form;
    const note = React.createElement('p', { className: 'note no-script' }, texts.signupPage.needsScript);
    return React.createElement(React.Fragment, null, note, form);
  };
  const needs = {
    asks: questions.length > 0,
    isClosed: waitlist.door !== 'open',
    isTranslated: language !== 'en',
  };
  const page = pageCode(template, needs)({ ...React, createElement });
  const markup = renderToStaticMarkup(
    React.createElement(page, {
      waitlist,
      design,
      questions,
      referredBy,
      entry: null,
      language,
      words: pageWords(language, texts, { template, waitlist, needs }),
    }),
  );
  const hash = createHash('sha256').update(css).digest('base64');
  return { html: `<style>${css}</style>${markup}`, source: `'sha256-${hash}'` };
}

const renderRecent = cacheRecent(200, view => renderTemplate(JSON.parse(view)));

/**
 * The first view of a page, so that visitors see it before its page code runs.
 * @returns null for page code of an account, which runs in browsers only
 */
export function firstViewOf(
  page: PageWaitlist & Reading & { readonly design: PageDesign; readonly challenge: PageChallenge | null },
  questions: readonly Question[],
  referredBy: string | null,
): RenderedTemplate | null {
  const { design, name, lead, slug, referralEnabled, referralBoost, signups, waiting } = page;
  const { door, opensAt, closedMessage, language, languages } = page;
  const { template } = design;
  if (!isBuiltIn(template)) return null;
  const counts = { referralEnabled, referralBoost, signups, waiting };
  const waitlist = { name, lead, slug, ...counts, door, opensAt, closedMessage };
  const now = template === 'countdown' ? Math.floor(Date.now() / 1000) : null;
  const needsScript = page.challenge !== null;
  const reading = { language, languages };
  const view = { ...reading, template, waitlist, design, questions, referredBy, needsScript, now };
  return renderRecent(JSON.stringify(view satisfies TemplateView));
}

import { requirements } from './requirement.ts';

/** Visitors read a waitlist in their language (beyond 14). */
export const languages = [
  ...requirements(
    { source: 'beyond', section: '14', status: 'built', issue: 34 },
    {
      'languages.list':
        '`languages` has 1-10 of the ten, each once; the first is the default, `["en"]` by default.',
      'languages.translations':
        '`translations` changes only what is sent, and null clears a text, a question, or a language; also of languages that the list does not have.',
      'languages.limits':
        'Translations have the limits of the originals, options are as many, and all together are bounded.',
      'languages.questions-change':
        'Translations of a removed question go, and translated options once an option is new; no page breaks.',
      'languages.negotiation':
        'A page is in the `lang` of its address, else in the best of `Accept-Language`, else in the first; an unknown `lang` counts as none.',
      'languages.vary': '`Vary: Accept-Language` is exactly where the answer depends on it.',
      'languages.fallback': 'Texts of the owner that are not translated are those of the first language.',
      'languages.signup':
        'A signup’s `language` is kept if the list has it; otherwise, the person gets the first. It never refuses a signup.',
      'languages.answer': 'The answer to a signup, and its errors’ texts, are in the visitor’s language.',
      'languages.options':
        'A translated option is stored as the original; a consent keeps the label that was read.',
      'languages.entry':
        'An entry has its `language` in the API, webhooks, exports, and the metadata of the attached database.',
      'languages.emails':
        'Every email is in its person’s language; links carry `lang` if the list has more than one.',
      'languages.numbers': 'Numbers in templates of the owner are written as in the reader’s language.',
      'languages.found': 'Filters and audiences find the people of a language.',
      'languages.edge': 'The edge keys pages on the languages that a browser wants, tidied, and on `lang`.',
      'languages.alternates': 'A page with several languages links to each with `hreflang`, and `x-default`.',
      'languages.catalogs':
        'Each language has every text, with the placeholders of the English one and exactly the plural forms of `Intl.PluralRules`; none is empty or English.',
      'languages.every-page':
        'No page, notice, email, or error in another language says anything in English.',
      'languages.dashboard':
        'The dashboard edits translations beside the originals, and shows what is missing.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '14', status: 'built', issue: 34 },
    {
      'languages.page':
        'The signup page is in the visitor’s language: its texts, numbers, dates, and errors, whatever the template.',
      'languages.mirrored': 'Arabic mirrors the signup page and the form on another site, in our font.',
      'languages.words': 'Page code gets `language` and our texts in it as `words`.',
      'languages.page-data':
        'A browser gets the texts of its page in one language, with the page: no script of visitors holds a text.',
      'languages.sent': 'The page and the form on another site send their language with a signup.',
      'languages.embed':
        'The form on another site is in the language of its `lang`, else in that of the page around it.',
    },
  ),
];

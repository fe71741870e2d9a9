import { requirements } from './requirement.ts';

/** Beyond 10: who joins, and where they come from. */
export const questions = requirements(
  { source: 'beyond', section: '10', status: 'built', issue: 33 },
  {
    'questions.member':
      '`questions` is in the input of create and update, sent whole, `[]` by default, and wherever one waitlist is returned.',
    'questions.rules':
      'There are at most 10, with keys that differ, 2-20 different options for `choice` and `choices` only, and `required` only for those on the form.',
    'questions.none-as-before': 'A waitlist without questions ignores answers.',
    'answers.on-entry': 'An Entry has `answers`, `{}` by default.',
    'answers.checked':
      'Required and missing, not one of the options, or too long is a 400 with `details` at `answers.key`, beside what else is wrong.',
    'answers.required-checkbox': 'A required checkbox must be ticked.',
    'answers.ignored-keys':
      'A key that is not asked, or is asked `never`, is ignored. A removed question keeps its answers.',
    'answers.join-again': 'Joining again changes neither answers nor source.',
    'answers.after-checks': 'Wrong answers are told before the bot challenge, and count as a failed attempt.',
    'answers.confirmed': 'Answers and source wait with a signup until its address is confirmed.',
    'answers.erased': 'They are erased with the person.',
    'statistics.sources':
      '`get_statistics` has `sources`: utmSource in lower case, else referrerHost, else `friend`, else `direct`; the 50 largest, and the rest as `other`.',
    'statistics.answers':
      'It has `answers: {key: {value: count}}` for all types but text; options that nobody chose have 0, removed ones are left out.',
    'statistics.facets-exact':
      'Both count everybody who is listed, wherever their data is, through joining, inviting, changing, erasing, attaching and detaching.',
    'statistics.sources-bounded': 'The sources of a list that are told apart are bounded.',
    'answers.csv-consent':
      'The CSV has the source, the answers, and of each ticked checkbox `consent.{key}`, its label as it was, and `consent.{key}.at`; of removed ones too.',
    'answers.outside':
      'With an attached database, answers, consents and source are in its `metadata`, are read from it, and are changed in it.',
    'answers.webhook': 'The `entry` of a webhook has answers, source and language.',
    'answers.form':
      'A form sends `answers[key]`, repeated for choices, and `utm_source`, `utm_medium`, `utm_campaign`; what is wrong is shown on the form again.',
    'answers.after':
      '`POST /s/{token}/answers` merges the answers to questions that are asked after joining; null clears one. It answers any origin, and counts as an attempt.',
    'answers.after-page': 'The page of the place asks them, without JavaScript too.',
    'answers.after-domain': 'It works on a custom domain.',
    'questions.templates':
      'All templates, the default form, and the forms without JavaScript show the questions; the place after joining asks the rest.',
    'questions.page-code':
      'Page code gets `props.questions`, without those asked `never`, and `onSubmit` takes `answers`.',
    'questions.embed': 'The embed asks them, before and after joining.',
    'source.page':
      'The hosted page and the embed send the source as it first was in this tab for this list, and set no cookie.',
    'source.on-entry': 'An Entry has `source`: each member a string, cut at 100 characters, or null.',
  },
);

import { requirements } from './requirement.ts';

/** Templates of every email that people on a list get, in several languages (beyond 14 and 15). */
export const emailKinds = [
  ...requirements(
    { source: 'beyond', section: '15', status: 'built', issue: 34 },
    {
      'email-kinds.fields':
        'A template has a `kind` (default `confirmation`) and a `language` (null: any), on create, on update, and wherever it is returned.',
      'email-kinds.needed-link':
        'Without its link, `confirm_address` and `invitation` are a 400 that names the field and the remedy, also on update of either part.',
      'email-kinds.own-variables': 'Each kind knows its own variables; another one is a 400.',
      'email-kinds.format': '`list_email_templates` has the variables of each kind, and the one it needs.',
      'email-kinds.one-of-each':
        'A waitlist uses at most one template of each kind and language; linking or changing one moves the place to it.',
      'email-kinds.waitlist-refs':
        '`waitlistIds` takes slugs and answers UUIDs; an unknown or foreign one is a 400 that names it.',
      'email-kinds.sent': 'Each kind is sent from the waitlist’s template of it.',
      'email-kinds.in-their-language':
        'The template in the person’s language is sent, else the one for any language, else the default email.',
      'email-kinds.new-accounts':
        'A new account’s templates of every kind wait as those of confirmations do.',
      'email-kinds.unconfirmed': 'An email that asks to confirm has no text typed by a visitor.',
      'email-kinds.links-derived': 'Its links are made when it is sent, and are not in the stored template.',
      'email-kinds.stoppable': 'Each ends in our line, whose link stops more.',
      'email-kinds.preview':
        'Each kind can be previewed and sent as a test, and starts as its default email.',
      'email-kinds.dashboard':
        'The editor offers kind, language, and the variables of the kind, and a waitlist shows which template serves which.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '14', status: 'built', issue: 34 },
    {
      'email-kinds.nameless':
        '`{{name|friend}}` says friend where there is no name, `{{name|}}` nothing, and `{{name}}` the language’s own wording.',
    },
  ),
];

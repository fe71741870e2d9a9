import { requirements } from './requirement.ts';

/** Spec 1, 2, 4 and 8 and contract 3 and 4: the waitlist resource and its five operations. */
export const waitlists = [
  ...requirements(
    { source: 'spec', section: '1', status: 'built', issue: 2 },
    {
      'waitlists.live-at-once': 'A waitlist is live at `{base_url}/w/{slug}` as soon as it is created.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '2 (waitlist)', status: 'built', issue: 2 },
    {
      'waitlists.field-id': '`id` is a uuid.',
      'waitlists.field-slug': '`slug` is the url segment of the page.',
      'waitlists.field-name': '`name` is a string.',
      'waitlists.field-description': '`description` is a string or null.',
      'waitlists.field-licensed': '`licensed` is a boolean that says whether the waitlist is licensed.',
      'waitlists.field-seo-title': '`seoTitle` is a string or null.',
      'waitlists.field-seo-description': '`seoDescription` is a string or null.',
      'waitlists.field-seo-keywords': '`seoKeywords` is a string or null.',
      'waitlists.field-og-image': '`ogImage` is a uri or null.',
      'waitlists.field-referral-enabled': '`referralEnabled` is a boolean.',
      'waitlists.field-referral-boost': '`referralBoost` is an integer.',
      'waitlists.field-referral-message': '`referralMessage` is a string or null.',
      'waitlists.field-created-at': '`createdAt` is a date-time.',
      'waitlists.field-url': '`url` is the public page url.',
      'waitlists.field-react-code': '`reactCode` is a string, the page code.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '2 (input)', status: 'built', issue: 2 },
    {
      'waitlists.name-length': '`name` has 1 to 100 characters.',
      'waitlists.slug-characters': '`slug` contains only lowercase letters, digits and hyphens.',
      'waitlists.slug-length': '`slug` has 3 to 100 characters.',
      'waitlists.slug-unique': 'A slug that is used by any account is refused.',
      'waitlists.slug-generated-when-omitted': 'Without `slug`, one is generated from the name.',
      'waitlists.description-length': '`description` has at most 500 characters.',
      'waitlists.react-code-length': '`reactCode` has at most 200000 characters.',
      'waitlists.seo-title-length': '`seoTitle` has at most 70 characters.',
      'waitlists.seo-description-length': '`seoDescription` has at most 160 characters.',
      'waitlists.seo-keywords-length': '`seoKeywords` has at most 255 characters.',
      'waitlists.referral-enabled-when-licensed':
        '`referralEnabled` can be set to true on a licensed waitlist.',
      'waitlists.referral-boost-range': '`referralBoost` is an integer from 1 to 100.',
      'waitlists.referral-message-length': '`referralMessage` has at most 500 characters.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '2 (page code)', status: 'built', issue: 2 },
    {
      'page-code.single-function':
        'Page code that does not declare a function `GeneratedWaitlist` is refused.',
      'page-code.no-jsx': 'Page code with JSX is refused.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '4', status: 'built', issue: 2 },
    {
      'waitlists.id-or-slug': '`{id}` in a waitlist path is its uuid or its slug.',
      'waitlists.list-200':
        '`GET /api/v1/waitlists` answers 200 with `{waitlists}`, the waitlists of the account.',
      'waitlists.create-201': '`POST /api/v1/waitlists` answers 201 with `{waitlist}`.',
      'waitlists.create-needs-name': 'Create without `name` is a 400.',
      'waitlists.get-200': '`GET /api/v1/waitlists/{id}` answers 200 with `{waitlist}`.',
      'waitlists.update-200':
        '`PATCH /api/v1/waitlists/{id}` answers 200 with `{waitlist}` after the change.',
      'waitlists.update-all-optional': 'Every member of a PATCH is optional.',
      'waitlists.update-only-sent-fields': 'A PATCH changes only the fields that were sent.',
      'waitlists.delete-200': '`DELETE /api/v1/waitlists/{id}` answers 200 with `{deleted}`.',
      'waitlists.delete-removes-entries': 'DELETE permanently removes the waitlist and all its entries.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '4.1', status: 'built', issue: 2 },
    {
      'waitlists.default-template': 'A waitlist created without `reactCode` has the default template.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '4.2', status: 'built', issue: 2 },
    {
      'waitlists.slug-change-moves-url': 'Changing `slug` moves the public url to the new slug.',
      'waitlists.old-slug-404': 'After a change of `slug` the old slug answers 404.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 2 },
    {
      'waitlists.slug-taken-400': 'A taken slug is a 400 `validation_failed` with `details`.',
      'waitlists.slug-uuid-form-400': 'A slug in UUID format is a 400 `validation_failed` with `details`.',
      'waitlists.og-image-refused-400':
        'An `ogImage` that is not acceptable is a 400 `validation_failed` with `details`.',
      'page-code.refused-400': 'Page code that breaks the rules is a 400 `validation_failed` with `details`.',
      'waitlists.concurrent-creates-one-201':
        'When concurrent requests create the same slug, exactly one gets 201.',
      'waitlists.null-clears-nullable': '`null` clears a nullable member.',
      'waitlists.null-refused':
        '`null` is a 400 for `name`, `slug`, `reactCode`, `referralEnabled` and `referralBoost`.',
      'waitlists.slug-transliterated': 'A generated slug transliterates the name.',
      'waitlists.slug-generated-at-least-3': 'A generated slug has at least 3 characters for any name.',
      'waitlists.slug-generated-suffix': 'A generated slug that is taken gets a short random suffix.',
      'waitlists.og-image-https': '`ogImage` must be an `https:` url.',
      'waitlists.og-image-http-loopback-local':
        'An `http:` `ogImage` is accepted on loopback, in the local run only.',
      'waitlists.og-image-svg-path-any-case':
        'An `ogImage` whose path ends in `.svg` in any case is refused.',
      'page-code.no-other-top-level-statement': 'Page code with any other top-level statement is refused.',
      'page-code.plain-function': 'An async or generator `GeneratedWaitlist` is refused.',
      'page-code.helpers-inside': 'Page code may declare helpers inside `GeneratedWaitlist`.',
      'page-code.no-import': 'Page code with `import` in any form is refused.',
      'page-code.no-export': 'Page code with `export` is refused.',
      'page-code.error-names-line-and-column': 'A page code error gives the line and column.',
      'waitlists.react-code-only-from-get-one':
        'Only GET of one waitlist returns `reactCode`; no other operation does, including the list.',
      'waitlists.slug-hyphens-anywhere':
        'A slug may have hyphens anywhere, including first, last and doubled.',
      'waitlists.slug-free-after-delete': 'The slug of a deleted waitlist can be used again.',
      'waitlists.url-in-every-response':
        '`url` is in every response that returns a waitlist, including lists.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 3 },
    {
      'waitlists.og-image-own-cdn-1200x630':
        'An `ogImage` under our own CDN must be a stored PNG or JPEG of exactly 1200x630.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '4', status: 'built', issue: 2 },
    {
      'waitlists.referral-boost-default-5': 'The default of `referralBoost` is 5.',
      'waitlists.delete-answers-at-once': 'Deleting a waitlist answers immediately regardless of its size.',
      'waitlists.delete-purges-in-background':
        'The rows of a deleted waitlist are removed in the background.',
    },
  ),
] as const;

import { requirements } from './requirement.ts';

const spec = { source: 'spec', status: 'planned', issue: 3 } as const;
const contract = { source: 'contract', section: '6', status: 'planned', issue: 3 } as const;

/** Spec 2, 3 and 4 and contract 6: custom domains and bot-challenge keys. */
const domainsAndTurnstile = [
  ...requirements(
    { ...spec, section: '2 (integrations)' },
    {
      'turnstile.secret-never-returned': 'The secret key is never returned.',
    },
  ),
  ...requirements(
    { ...spec, section: '3' },
    {
      'domains.verifying-while-pending': 'The state is `verifying` while verification is pending.',
      'domains.slug-url-after-disconnect': '`/w/{slug}` keeps working after a domain is disconnected.',
      'turnstile.delete-reverts-to-shared': 'DELETE reverts the waitlist to the shared service keys.',
    },
  ),
  ...requirements(
    { ...spec, section: '4' },
    {
      'domains.get-200': '`GET …/domain` answers 200 with the state and the required CNAME record.',
      'domains.connect-200': '`POST …/domain` answers 200 with the CNAME to create.',
      'domains.connect-needs-domain': '`POST …/domain` without `domain` is a 400.',
      'domains.registration-failed-422': '`POST …/domain` answers 422 when registration fails.',
      'domains.disconnect-200': '`DELETE …/domain` answers 200.',
      'turnstile.get-200': '`GET …/turnstile` answers 200 with `hasCustomSiteKey` and `hasCustomSecretKey`.',
      'turnstile.set-200': '`PUT …/turnstile` answers 200.',
      'turnstile.clear-200': '`DELETE …/turnstile` answers 200.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.4' },
    {
      'turnstile.omitted-unchanged': 'A field omitted from PUT turnstile is unchanged.',
      'turnstile.null-clears-that-field': '`null` in PUT turnstile clears that field alone.',
      'turnstile.secret-rotated-alone': 'The secret can be rotated without resending the site key.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.7' },
    {
      'domains.certificate-automatic':
        'The certificate of a registered domain is issued without further calls.',
    },
  ),
  ...requirements(contract, {
    'domains.object-shape':
      'The domain object is `{domain, state, cname: {type: "CNAME", name, value} | null, reason, checkedAt}`.',
    'domains.states': 'The state is one of `none`, `verifying`, `active` and `failed`.',
    'domains.cname-value-fallback-origin': 'The `value` of the CNAME is `FALLBACK_ORIGIN`.',
    'domains.check-shape': '`?check=` answers `{domain, available, configured, cname, reason}`.',
    'domains.check-changes-nothing': '`?check=` changes nothing.',
    'domains.configured-public-cname': '`configured` says that the public CNAME points to `value` now.',
    'domains.not-registrable-400':
      'A name that the public suffix list does not allow to be registered, or that is not public, is a 400.',
    'domains.below-our-own-400': 'A name below our own host is a 400.',
    'domains.held-by-another-422': 'A domain that another waitlist holds is a 422.',
    'domains.held-by-another-changes-nothing': 'That 422 changes nothing.',
    'domains.same-again-200': 'Connecting the own domain of the waitlist again is a 200 with its state.',
    'domains.second-while-connected-422': 'Connecting another domain while one is connected is a 422.',
    'domains.none-after-delete': 'After DELETE the state is `none` and `domain` is null.',
    'domains.released-held-7-days': 'Nobody else can connect a released domain for 7 days.',
    'domains.released-reconnected-by-last-account':
      'The last account of a released domain may connect it again in that time.',
    'domains.active-serves-page-at-root': 'An active domain serves the page at `/`.',
    'domains.local-active-after-2-seconds':
      'In the local run a name under `.test` goes from `verifying` to `active` after 2 seconds.',
    'domains.local-fail-422': 'In the local run `fail-*.test` answers 422.',
    'domains.delete-answers-object': 'DELETE of a domain answers the object after the change.',
    'turnstile.object-shape': 'The turnstile object is `{hasCustomSiteKey, hasCustomSecretKey, mode}`.',
    'turnstile.mode-shared-or-none':
      'Without both own keys `mode` is `shared`, or `none` where there are no shared ones.',
    'turnstile.mode-custom-needs-both-keys': '`mode` is `custom` only when both keys are there.',
    'turnstile.delete-answers-object': 'DELETE of turnstile answers the object after the change.',
  }),
] as const;

/** Spec 2, 3 and 4 and contract 6: signups stored in the account's own database. */
const database = [
  ...requirements(
    { ...spec, section: '2 (integrations)' },
    {
      'database.db-types': '`dbType` is `internal`, `postgres` or `mysql`.',
      'database.table-name':
        'The table is named `waitlist_<slug>` with the hyphens of the slug as underscores.',
      'database.table-columns':
        'The table has the columns `id`, `email`, `name`, `position`, `referral_code`, `referred_by`, `metadata`, `created_at`.',
      'database.rows-stay-after-detach': 'Rows in the external database stay there after detaching.',
    },
  ),
  ...requirements(
    { ...spec, section: '3' },
    {
      'database.attach-sets-db-type':
        'A successful POST changes `dbType` from `internal` to the one that was sent.',
      'database.attach-creates-table': 'A successful POST creates the table in the external database.',
      'database.new-signups-stored-there': 'Signups made while a database is attached are stored there.',
      'database.detach-back-to-internal':
        'DELETE sets `dbType` to `internal` and later signups are stored here.',
    },
  ),
  ...requirements(
    { ...spec, section: '4' },
    {
      'database.get-200': '`GET …/database` answers 200 with `dbType`.',
      'database.attach-200': '`POST …/database` answers 200.',
      'database.attach-required-members':
        '`POST …/database` without `dbType` or `connectionString` is a 400.',
      'database.attach-db-type-values': '`dbType` in `POST …/database` must be `postgres` or `mysql`.',
      'database.test-only-default-false': '`testOnly` defaults to false.',
      'database.connection-failed-422': '`POST …/database` answers 422 when the connection fails.',
      'database.detach-200': '`DELETE …/database` answers 200.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.5' },
    {
      'database.test-only-persists-nothing':
        '`testOnly` verifies the connection and persists nothing anywhere.',
      'database.attach-stores-connection': 'Without `testOnly` the connection is stored.',
    },
  ),
  ...requirements(contract, {
    'database.object-shape': 'The database object is `{dbType, connectionStored, tableName, attachedAt}`.',
    'database.test-only-answer': '`testOnly` answers `{ok: true, dbType, tableName, serverVersion}`.',
    'database.table-name-fixed-when-attached': '`tableName` does not follow a later change of the slug.',
    'database.table-name-long-slug':
      'A table name over 63 characters is its first 54, `_` and the first 8 hex digits of the SHA-256 of the slug.',
    'database.other-columns-422': 'An existing table with other columns is a 422.',
    'database.fitting-table-used': 'An existing table that fits is used.',
    'database.foreign-rows-left-alone':
      'Rows in that table that are not ours are neither changed nor removed.',
    'database.foreign-rows-never-shown': 'Rows in that table that are not ours are never shown.',
    'database.query-parameter-not-allowed-422':
      'A query parameter of the connection string that is not on the allowed list is a 422.',
    'database.post-replaces-connection': 'POST while attached replaces the connection.',
    'database.same-table-continues-attachment':
      'A new connection to the same server, database and table continues the old attachment.',
    'database.position-within-a-minute': '`position` in the table follows the real one within a minute.',
    'database.password-not-in-errors': 'No error shows the password.',
    'database.password-not-in-logs': 'No log shows the password.',
    'database.personal-data-there-only':
      'Personal data of signups made while attached is in the database of the account and not in ours.',
    'database.entries-merged':
      '`GET entries` shows the entries of both databases in one order with one total.',
    'database.page-needing-it-503': 'A page of entries that needs their database while it is away is a 503.',
    'database.detached-keep-their-place': 'Entries whose data is in a detached database keep their place.',
    'database.detached-not-listed':
      'Entries whose data is in a detached database are not listed until it is attached again.',
    'database.detached-not-counted':
      'Entries whose data is in a detached database are not counted until it is attached again.',
    'database.signups-while-away-succeed': 'Signups succeed while their database is away.',
    'database.delivered-when-back-in-order-once':
      'Those signups are delivered when it is back, in order and once each.',
    'database.waitlist-delete-leaves-rows': 'Deleting the waitlist leaves the rows in their database.',
    'database.delete-answers-object': 'DELETE of the database answers the object after the change.',
  }),
] as const;

/** Spec 2 and 4 and contract 3 and 6: email templates. */
const templates = [
  ...requirements(
    { ...spec, section: '2 (email template)', status: 'built' },
    {
      'templates.field-id': '`id` is a uuid.',
      'templates.field-name': '`name` is a string.',
      'templates.field-subject': '`subject` is a string.',
      'templates.field-html': '`html` is a string, a whole document.',
      'templates.field-waitlist-ids': '`waitlistIds` holds the uuids of the waitlists that use the template.',
      'templates.field-created-at': '`createdAt` is a date-time.',
      'templates.subject-variables':
        'The subject may hold `{{waitlistName}}`, `{{description}}`, `{{position}}` and `{{referralLink}}`.',
      'templates.deleted-falls-back-to-default':
        'The waitlists of a deleted template fall back to the default confirmation email.',
    },
  ),
  ...requirements(
    { ...spec, section: '4', status: 'built' },
    {
      'templates.list-200': '`GET /api/v1/email-templates` answers 200 `{templates, format}`.',
      'templates.create-201': '`POST /api/v1/email-templates` answers 201 `{template}`.',
      'templates.create-required-members': 'Create without `name`, `subject` or `html` is a 400.',
      'templates.waitlist-ids-optional': '`waitlistIds` is optional and an array of uuids.',
      'templates.get-200-with-html':
        '`GET /api/v1/email-templates/{id}` answers 200 `{template}` with the full html.',
      'templates.update-200':
        '`PATCH /api/v1/email-templates/{id}` changes any of the four members and answers 200.',
      'templates.delete-200': '`DELETE /api/v1/email-templates/{id}` answers 200.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.6', status: 'built' },
    {
      'templates.waitlist-ids-replace-set': '`waitlistIds` in a PATCH replaces the whole set.',
      'templates.linked-template-sent': 'New signups of a linked waitlist receive the template.',
    },
  ),
  ...requirements(
    { ...contract, section: '3', status: 'built' },
    {
      'templates.unknown-waitlist-id-400':
        'An unknown uuid in `waitlistIds` is a 400 `validation_failed` with `details`.',
      'templates.foreign-waitlist-id-400':
        'A uuid of a foreign waitlist in `waitlistIds` is a 400 `validation_failed` with `details`.',
    },
  ),
  ...requirements(
    { ...contract, status: 'built' },
    {
      'templates.format-shape':
        '`format` is `{variables: [{name, description}], html: {rules, maxLength}, example}`.',
      'templates.values-escaped-in-html': 'Values are HTML-escaped in `html`.',
      'templates.values-without-line-breaks-in-subject': 'Line breaks are stripped from values in `subject`.',
      'templates.html-whole-document': '`html` that is not a whole document is a 400.',
      'templates.html-no-script': '`html` with `<script>` is a 400.',
      'templates.html-no-external-stylesheet': '`html` with an external stylesheet is a 400.',
      'templates.html-no-event-handler': '`html` with an event handler is a 400.',
      'templates.unknown-variable-400': 'An unknown `{{variable}}` is a 400.',
      'templates.line-break-in-subject-400': 'A line break in the subject is a 400.',
      'templates.name-length': '`name` has at most 100 characters.',
      'templates.subject-length': '`subject` has at most 200 characters.',
      'templates.html-length': '`html` has at most 100000 characters.',
      'templates.one-per-waitlist': 'Linking a waitlist that has a template moves it to the new one.',
      'templates.waitlist-delete-unlinks': 'Deleting a waitlist unlinks it from its template.',
      'templates.delete-answers-deleted': 'DELETE of a template answers `{deleted: true}`.',
    },
  ),
] as const;

/** Spec 4 and contract 6: assets. */
const assets = [
  ...requirements(
    { ...spec, section: '4' },
    {
      'assets.multipart-200':
        '`POST /api/v1/assets` takes `multipart/form-data` with `file` and answers 200 `{url}`.',
      'assets.json-200':
        '`POST /api/v1/assets` takes JSON `{data, contentType, fileName?}` with base64 and answers 200 `{url}`.',
      'assets.url-usable': 'The url is usable as `ogImage` and inside page code.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.9' },
    {
      'assets.accepted-types': 'jpeg, png, gif, webp and svg are accepted, and nothing else.',
      'assets.at-most-5mb': 'A file of exactly 5 MB is accepted.',
    },
  ),
  ...requirements(contract, {
    'assets.type-from-bytes': 'The type of an asset is what its bytes say.',
    'assets.declared-type-differs-400': 'A declared type that differs from the bytes is a 400.',
    'assets.octet-stream-declares-nothing': 'No type, or `application/octet-stream`, declares nothing.',
    'assets.image-jpg-is-jpeg': '`image/jpg` counts as `image/jpeg`.',
    'assets.data-prefix-accepted': 'A `data:` prefix before the base64 is accepted.',
    'assets.url-content-addressed': 'The url is content-addressed under `{base_url}/assets/`.',
    'assets.url-immutable': 'What stands at the url is immutable.',
    'assets.svg-inert': 'An SVG cannot run script when opened at its url.',
  }),
] as const;

export const integrations = [...domainsAndTurnstile, ...database, ...templates, ...assets] as const;

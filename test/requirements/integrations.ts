import { requirements } from './requirement.ts';

const spec = { source: 'spec', status: 'planned', issue: 3 } as const;
const contract = { source: 'contract', section: '6', status: 'planned', issue: 3 } as const;

/** Spec 2, 3 and 4 and contract 6: bot-challenge keys. */
const turnstile = [
  ...requirements(
    { ...spec, section: '2 (integrations)', status: 'built' },
    {
      'turnstile.secret-never-returned': 'The secret key is never returned.',
    },
  ),
  ...requirements(
    { ...spec, section: '3', status: 'built' },
    {
      'turnstile.delete-reverts-to-shared': 'DELETE reverts the waitlist to the shared service keys.',
    },
  ),
  ...requirements(
    { ...spec, section: '4', status: 'built' },
    {
      'turnstile.get-200': '`GET …/turnstile` answers 200 with `hasCustomSiteKey` and `hasCustomSecretKey`.',
      'turnstile.set-200': '`PUT …/turnstile` answers 200.',
      'turnstile.clear-200': '`DELETE …/turnstile` answers 200.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.4', status: 'built' },
    {
      'turnstile.omitted-unchanged': 'A field omitted from PUT turnstile is unchanged.',
      'turnstile.null-clears-that-field': '`null` in PUT turnstile clears that field alone.',
      'turnstile.secret-rotated-alone': 'The secret can be rotated without resending the site key.',
    },
  ),
  ...requirements(
    { ...contract, status: 'built' },
    {
      'turnstile.object-shape': 'The turnstile object is `{hasCustomSiteKey, hasCustomSecretKey, mode}`.',
      'turnstile.mode-shared-or-none':
        'Without both custom keys, `mode` is `shared`, or `none` if there are no shared keys.',
      'turnstile.mode-custom-needs-both-keys': '`mode` is `custom` only when both keys are set.',
      'turnstile.delete-answers-object': 'Deleting the keys returns the turnstile object after the change.',
      'turnstile.dummy-keys-400':
        'Outside the local run, Cloudflare’s dummy keys are a 400 that names the field.',
    },
  ),
] as const;

/** Spec 2, 3 and 4 and contract 6: signups stored in the account's own database. */
const database = [
  ...requirements(
    { ...spec, section: '2 (integrations)', status: 'built' },
    {
      'database.db-types': '`dbType` is `internal`, `postgres` or `mysql`.',
      'database.table-name':
        'The table is named `waitlist_<slug>` with the hyphens of the slug as underscores.',
      'database.table-columns':
        'The table has the columns `id`, `email`, `name`, `position`, `referral_code`, `referred_by`, `metadata`, `created_at`.',
      'database.rows-stay-after-detach': 'Rows in the external database are kept after detaching.',
    },
  ),
  ...requirements(
    { ...spec, section: '3', status: 'built' },
    {
      'database.attach-sets-db-type':
        'A successful POST changes `dbType` from `internal` to the type that was sent.',
      'database.attach-creates-table': 'A successful POST creates the table in the external database.',
      'database.new-signups-stored-there': 'Signups made while a database is attached are stored there.',
      'database.detach-back-to-internal':
        'DELETE sets `dbType` to `internal`, and later signups are stored in our database.',
    },
  ),
  ...requirements(
    { ...spec, section: '4', status: 'built' },
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
    { ...spec, section: '4.5', status: 'built' },
    {
      'database.test-only-persists-nothing':
        '`testOnly` verifies the connection and persists nothing anywhere.',
      'database.attach-stores-connection': 'Without `testOnly` the connection is stored.',
    },
  ),
  ...requirements(
    { ...contract, status: 'built' },
    {
      'database.object-shape': 'The database object is `{dbType, connectionStored, tableName, attachedAt}`.',
      'database.test-only-answer':
        'With `testOnly` the response is `{ok: true, dbType, tableName, serverVersion}`.',
      'database.table-name-fixed-when-attached': '`tableName` does not change when the slug changes later.',
      'database.table-name-long-slug':
        'A table name over 63 characters is its first 54, `_` and the first 8 hex digits of the SHA-256 of the slug.',
      'database.other-columns-422': 'An existing table with other columns is a 422.',
      'database.fitting-table-used': 'An existing table with the right columns is used.',
      'database.foreign-rows-left-alone': 'Existing rows in that table are never changed or removed.',
      'database.foreign-rows-never-shown': 'Existing rows in that table are never shown.',
      'database.query-parameter-not-allowed-422':
        'A query parameter of the connection string that is not on the allowed list is a 422.',
      'database.post-replaces-connection': 'POST while attached replaces the connection.',
      'database.same-table-continues-attachment':
        'A new connection to the same server, database and table continues the old attachment.',
      'database.position-within-a-minute': '`position` in the table follows the real one within a minute.',
      'database.password-not-in-errors': 'No error contains the password.',
      'database.password-not-in-logs': 'No log contains the password.',
      'database.personal-data-there-only':
        'Personal data of signups made while a database is attached is stored there and not in our database.',
      'database.entries-merged':
        '`GET entries` lists entries from both databases in one order with one total.',
      'database.page-needing-it-503':
        'A page of entries that needs an unavailable external database is a 503.',
      'database.detached-keep-their-place': 'Entries whose data is in a detached database keep their place.',
      'database.detached-not-listed':
        'Entries whose data is in a detached database are not listed until it is attached again.',
      'database.detached-not-counted':
        'Entries whose data is in a detached database are not counted until it is attached again.',
      'database.signups-while-away-succeed': 'Signups succeed while the external database is unavailable.',
      'database.delivered-when-back-in-order-once':
        'Those signups are delivered when it is back, in order and exactly once.',
      'database.waitlist-delete-leaves-rows':
        'Deleting the waitlist does not delete rows in the external database.',
      'database.waiting-stays-when-detached':
        'Signups still waiting for delivery when a database is detached stay with us, listed and counted.',
      'database.waiting-goes-to-the-next':
        'Signups still waiting for delivery when the database is replaced are delivered to the new one.',
      'database.deleted-row-not-listed':
        'A row that the customer deleted is left out of its page; the total does not change.',
      'database.joined-there-known-again':
        'A repeated email is recognized in whichever database its contact is stored.',
      'database.delete-answers-object': 'Deleting the database returns the database object after the change.',
    },
  ),
] as const;

/** Spec 2 and 4 and contract 3 and 6: email templates. */
const templates = [
  ...requirements(
    { ...spec, section: '2 (email template)', status: 'built' },
    {
      'templates.field-id': '`id` is a uuid.',
      'templates.field-name': '`name` is a string.',
      'templates.field-subject': '`subject` is a string.',
      'templates.field-html': '`html` is a string, a complete document.',
      'templates.field-waitlist-ids': '`waitlistIds` holds the uuids of the waitlists that use the template.',
      'templates.field-created-at': '`createdAt` is a date-time.',
      'templates.subject-variables':
        'The subject may contain `{{waitlistName}}`, `{{description}}`, `{{position}}` and `{{referralLink}}`.',
      'templates.deleted-falls-back-to-default':
        'The waitlists of a deleted template fall back to the default confirmation email.',
    },
  ),
  ...requirements(
    { ...spec, section: '4', status: 'built' },
    {
      'templates.list-200': '`GET /api/v1/email-templates` answers 200 with `{templates, format}`.',
      'templates.create-201': '`POST /api/v1/email-templates` answers 201 with `{template}`.',
      'templates.create-required-members': 'Create without `name`, `subject` or `html` is a 400.',
      'templates.waitlist-ids-optional': '`waitlistIds` is optional and an array of uuids.',
      'templates.get-200-with-html':
        '`GET /api/v1/email-templates/{id}` answers 200 with `{template}` and the full html.',
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
        'The uuid of another account’s waitlist in `waitlistIds` is a 400 `validation_failed` with `details`.',
    },
  ),
  ...requirements(
    { ...contract, status: 'built' },
    {
      'templates.format-shape':
        '`format` is `{variables: [{name, description}], html: {rules, maxLength}, example}`.',
      'templates.values-escaped-in-html': 'Values are HTML-escaped in `html`.',
      'templates.values-without-line-breaks-in-subject': 'Line breaks are stripped from values in `subject`.',
      'templates.html-whole-document': '`html` that is not a complete document is a 400.',
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
      'templates.delete-answers-deleted': 'Deleting a template returns `{deleted: true}`.',
    },
  ),
] as const;

/** Spec 4 and contract 6: assets. */
const assets = [
  ...requirements(
    { ...spec, section: '4', status: 'built' },
    {
      'assets.multipart-200':
        '`POST /api/v1/assets` accepts `multipart/form-data` with `file` and answers 200 with `{url}`.',
      'assets.json-200':
        '`POST /api/v1/assets` accepts JSON `{data, contentType, fileName?}` with base64 and answers 200 with `{url}`.',
      'assets.url-usable': 'The url is usable as `ogImage` and inside page code.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.9', status: 'built' },
    {
      'assets.accepted-types': 'jpeg, png, gif, webp and svg are accepted, and nothing else.',
      'assets.at-most-5mb': 'A file of exactly 5 MB is accepted.',
      'assets.one-byte-more-413': 'A file one byte over 5 MB is a 413.',
      'assets.one-part-named-file': 'A form with anything other than one part named `file` is a 400.',
      'assets.base64-strict':
        'JSON without `data` or `contentType`, or whose `data` is not base64, is a 400.',
      'assets.broken-off-leaves-nothing': 'An interrupted upload leaves nothing behind.',
    },
  ),
  ...requirements(
    { ...contract, status: 'built' },
    {
      'assets.type-from-bytes': 'The type of an asset is detected from its bytes.',
      'assets.declared-type-differs-400': 'A declared type that differs from the bytes is a 400.',
      'assets.octet-stream-declares-nothing':
        'A missing type, or `application/octet-stream`, counts as undeclared.',
      'assets.image-jpg-is-jpeg': '`image/jpg` counts as `image/jpeg`.',
      'assets.data-prefix-accepted': 'A `data:` prefix before the base64 is accepted.',
      'assets.url-content-addressed': 'The url is content-addressed under `{base_url}/assets/`.',
      'assets.url-immutable': 'The content at the url never changes.',
      'assets.deduplicated': 'Identical bytes get the same url and are stored once.',
      'assets.dimensions-kept': 'The dimensions of a PNG or JPEG are read and kept.',
      'assets.nosniff': 'An image is served with its type and `nosniff`.',
      'assets.svg-inert': 'An SVG cannot run script when opened at its url.',
    },
  ),
] as const;

export const integrations = [...turnstile, ...database, ...templates, ...assets] as const;

import { requirements } from './requirement.ts';

/** Spec 5 and contract 2: keys, scopes, the order of checks, plans, licenses, payment. */
export const authentication = [
  ...requirements(
    { source: 'spec', section: '5.1', status: 'built', issue: 2 },
    {
      'auth.every-endpoint-needs-key':
        'Every REST endpoint in spec section 4 except `GET /api/v1` needs a key.',
      'auth.bearer-header': 'A key is accepted as `Authorization: Bearer <key>`.',
      'auth.x-api-key-header': 'A key is accepted in `x-api-key`.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5.2', status: 'built', issue: 2 },
    {
      'keys.on-free-plan': 'An account on the free plan can hold and use API keys.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5.2', status: 'built', issue: 5 },
    {
      'keys.created-in-dashboard': 'API keys are created in the dashboard under Settings > API Keys.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5.3', status: 'built', issue: 2 },
    {
      'scopes.subset-per-key': 'A key has a subset of the scopes and can do only what they allow.',
      'scopes.missing-403': 'A valid key without the needed scope gets 403 with `code` `insufficient_scope`.',
      'scopes.403-required-scope': 'That 403 names the missing scope in `requiredScope`.',
      'scopes.403-granted-scopes': 'That 403 lists the scopes of the key in `grantedScopes`.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5.4', status: 'built', issue: 2 },
    {
      'auth.missing-key-401': 'A request without a key gets 401.',
      'auth.malformed-key-401': 'A request with a malformed key gets 401.',
      'auth.revoked-key-401': 'A request with a revoked key gets 401.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5 (scopes)', status: 'built', issue: 2 },
    {
      'scopes.account-read': '`account:read` is the scope for reading account, plan and usage.',
      'scopes.waitlists-read':
        '`waitlists:read` is the scope for listing and reading waitlists with page code.',
      'scopes.waitlists-write':
        '`waitlists:write` is the scope for creating, updating and deleting waitlists.',
      'scopes.entries-read': '`entries:read` is the scope for reading signups.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5 (scopes)', status: 'built', issue: 3 },
    {
      'scopes.templates-read': '`templates:read` is the scope for listing and reading email templates.',
      'scopes.templates-write':
        '`templates:write` is the scope for creating, updating and deleting templates.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5 (scopes)', status: 'built', issue: 3 },
    {
      'scopes.waitlists-read-status':
        '`waitlists:read` is the scope for reading domain, turnstile and database status.',
      'scopes.domains-write':
        '`domains:write` is the scope for changing domains, bot-challenge keys and database settings.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5 (scopes)', status: 'built', issue: 3 },
    { 'scopes.assets-write': '`assets:write` is the scope for uploading images.' },
  ),
  ...requirements(
    { source: 'contract', section: '2', status: 'built', issue: 2 },
    {
      'keys.format': 'A key is `ar_live_`, 32 random base62 characters and 6 base62 characters of checksum.',
      'keys.checksum-crc32':
        'The checksum is the CRC-32 of everything before it, in `0-9A-Za-z`, most significant digit first, padded with `0`.',
      'keys.crc-checked-without-database': 'A malformed key is refused without touching the database.',
      'keys.only-sha256-stored': 'Only the SHA-256 of a key is stored.',
      'keys.shown-once': 'The full key is shown once, when it is created, and cannot be read again.',
      'auth.authorization-header-wins': 'When both headers are sent, `Authorization` is used.',
      'order.path-before-key': 'An unknown path (404) is answered before the key is looked at.',
      'order.method-before-key': 'A wrong method (405) is answered before the key is looked at.',
      'order.key-before-rate-limit': 'A bad key (401) is answered before an exceeded rate limit (429).',
      'order.rate-limit-before-scope':
        'An exceeded rate limit (429) is answered before a missing scope (403).',
      'order.scope-before-input': 'A missing scope (403) is answered before bad input (400).',
      'order.input-before-resource': 'Bad input (400) is answered before an unknown resource (404).',
      'order.resource-before-payment':
        'An unknown resource (404) is answered before a missing license or plan (402).',
      'order.payment-before-conflict':
        'A missing license or plan (402) is answered before a taken slug (400).',
      'plans.free-capabilities':
        'On plan `free`, the capabilities `customDomain`, `database` and `whiteLabel` are all false.',
      'plans.pro-capabilities':
        'On plan `pro`, the capabilities `customDomain`, `database` and `whiteLabel` are all true.',
      'licenses.whatever-the-plan': 'A waitlist can be licensed on any plan.',
      'licenses.price-setting': '`LICENSE_PRICE_USD` sets the price of a license; without it, 49 USD.',
      'payment.402-members': 'A 402 always carries `code`, `resolution`, `upgradeUrl` and `priceUsd`.',
      'payment.license-required':
        'Setting `referralEnabled` to true on an unlicensed waitlist is a 402 `license_required`.',
      'payment.license-required-on-create-creates-nothing':
        'Creating with `referralEnabled` true is a 402 `license_required`, and nothing is created.',
      'payment.license-upgrade-url':
        '`upgradeUrl` of `license_required` is `{base_url}/dashboard/waitlists/{id}/license`.',
      'payment.license-upgrade-url-on-create':
        'On create, `upgradeUrl` of `license_required` is `{base_url}/dashboard/billing`.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '2', status: 'built', issue: 3 },
    {
      'payment.capability-required-domain':
        'Connecting a domain without the capability `customDomain` is a 402 `capability_required`.',
      'payment.delete-needs-no-plan': 'No DELETE needs a plan.',
      'payment.capability-required-turnstile':
        'Setting bot-challenge keys without the capability `customDomain` is a 402 `capability_required`.',
      'payment.capability-upgrade-url':
        '`upgradeUrl` of `capability_required` is `{base_url}/dashboard/billing`.',
      'payment.capability-required-database':
        'Attaching a database without the capability `database` is a 402 `capability_required`.',
      'payment.capability-required-database-test':
        'A `testOnly` call without the capability `database` is a 402 `capability_required` too.',
      'payment.null-keys-need-no-plan': 'Clearing bot-challenge keys with `null` needs no plan.',
      'payment.downgrade-keeps-what-was-set-up': 'Integrations set up before a downgrade keep working.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '2', status: 'built', issue: 5 },
    {
      'licenses.one-time-payment': 'A one-time payment sets `licensed` to true on the waitlist.',
    },
  ),
] as const;

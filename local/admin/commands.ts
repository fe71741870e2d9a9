import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createApiKeyStore } from '../../adapters/postgres/account/api-key-store.ts';
import { AccountEmail } from '../../core/account/create-account.ts';
import { createApiKey } from '../../core/account/create-api-key.ts';
import { notFound, ValidationError } from '../../core/kernel/errors.ts';
import { isUuid } from '../../core/kernel/schemas.ts';
import { ALL_SCOPES, isScope, type Scope } from '../../core/kernel/scopes.ts';
import { parseInput } from '../../core/kernel/validation.ts';
import { licenseWaitlist } from '../../core/waitlists/license-waitlist.ts';
import { accountCreate, accountList, accountSetPlan, accountShow } from './account-commands.ts';
import type { AdminCommand } from './admin-command.ts';
import { jobDrop, jobList, jobRetry, jobShow } from './job-commands.ts';
import { createLicenseStore } from './license-store.ts';
import { signupShow } from './signup-commands.ts';

function toScopes(text: string): Scope[] {
  if (text === 'all') return ALL_SCOPES;
  return text.split(',').map(part => {
    const scope = part.trim();
    if (isScope(scope)) return scope;
    throw ValidationError.at('scopes', `must be "all" or a comma-separated list of ${ALL_SCOPES.join(', ')}`);
  });
}

const keyCreate: AdminCommand = {
  usage: 'key create --email E --scopes a,b|all [--name N]',
  purpose: 'Creates an API key of an account. The key is shown only now.',
  required: ['email', 'scopes'],
  optional: ['name'],
  async run(pool, { email = '', scopes = '', name }) {
    const accounts = createAccountStore(pool);
    const wanted = toScopes(scopes);
    const account = await accounts.findAccount(parseInput(AccountEmail, email));
    if (!account) throw notFound('account', 'Check the email, or create the account.');
    const created = await createApiKey(createApiKeyStore(pool), account.id, {
      scopes: wanted,
      ...(name !== undefined && { name }),
    });
    return { id: created.id, key: created.key, prefix: created.prefix, scopes: created.scopes };
  },
};

const keyRevoke: AdminCommand = {
  usage: 'key revoke --id ID',
  purpose: 'Revokes a key at once. `key create` and GET /api/v1/me show its id.',
  required: ['id'],
  optional: [],
  async run(pool, { id = '' }) {
    const key = isUuid(id) ? await createApiKeyStore(pool).revoke(id) : null;
    if (!key) throw notFound('API key');
    return { id: key.id, name: key.name, prefix: key.prefix, scopes: key.scopes, revokedAt: key.revokedAt };
  },
};

const waitlistLicense: AdminCommand = {
  usage: 'waitlist license --id ID_OR_SLUG',
  purpose: 'Licenses a waitlist without a payment, so that it can turn on referrals.',
  required: ['id'],
  optional: [],
  async run(pool, { id: idOrSlug = '' }) {
    const { id, slug, licensedAt } = await licenseWaitlist(createLicenseStore(pool), idOrSlug);
    return { id, slug, licensed: true, licensedAt };
  },
};

/** By their two words. */
export const ADMIN_COMMANDS: ReadonlyMap<string, AdminCommand> = new Map([
  ['account list', accountList],
  ['account show', accountShow],
  ['account create', accountCreate],
  ['account set-plan', accountSetPlan],
  ['key create', keyCreate],
  ['key revoke', keyRevoke],
  ['waitlist license', waitlistLicense],
  ['signup show', signupShow],
  ['job list', jobList],
  ['job show', jobShow],
  ['job retry', jobRetry],
  ['job drop', jobDrop],
]);

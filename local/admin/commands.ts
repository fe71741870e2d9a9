import type pg from 'pg';
import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createApiKeyStore } from '../../adapters/postgres/account/api-key-store.ts';
import type { AccountRecord } from '../../core/account/account-store.ts';
import { AccountEmail, createAccount } from '../../core/account/create-account.ts';
import { createApiKey } from '../../core/account/create-api-key.ts';
import { setPlan } from '../../core/account/set-plan.ts';
import { notFound, ValidationError } from '../../core/kernel/errors.ts';
import { isPlanId, PLANS, type PlanId } from '../../core/kernel/plans.ts';
import { isUuid } from '../../core/kernel/schemas.ts';
import { ALL_SCOPES, isScope, type Scope } from '../../core/kernel/scopes.ts';
import { parseInput } from '../../core/kernel/validation.ts';
import { licenseWaitlist } from '../../core/waitlists/license-waitlist.ts';
import { createLicenseStore } from './license-store.ts';

/** A subcommand of `npm run admin`. */
export interface AdminCommand {
  readonly usage: string;
  /** Its purpose, in one sentence. */
  readonly purpose: string;
  /** The names of its options. Each takes a value. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Runs it. Required options are present. */
  run(pool: pg.Pool, options: Readonly<Record<string, string>>): Promise<object>;
}

const toOutput = ({ id, email, plan }: AccountRecord) => ({ id, email, plan });

function toPlan(text: string): PlanId {
  if (isPlanId(text)) return text;
  throw ValidationError.at('plan', `must be one of ${Object.keys(PLANS).join(', ')}`);
}

function toScopes(text: string): Scope[] {
  if (text === 'all') return ALL_SCOPES;
  return text.split(',').map(part => {
    const scope = part.trim();
    if (isScope(scope)) return scope;
    throw ValidationError.at('scopes', `must be "all" or a comma-separated list of ${ALL_SCOPES.join(', ')}`);
  });
}

const accountCreate: AdminCommand = {
  usage: 'account create --email E [--plan free|pro]',
  purpose:
    'Creates an account, on the free plan unless you say otherwise. Its owner signs in with this email.',
  required: ['email'],
  optional: ['plan'],
  async run(pool, { email = '', plan = 'free' }) {
    return toOutput(await createAccount(createAccountStore(pool), { email, plan: toPlan(plan) }));
  },
};

const accountSetPlan: AdminCommand = {
  usage: 'account set-plan --email E --plan free|pro',
  purpose: 'Changes the plan of an account, without a payment.',
  required: ['email', 'plan'],
  optional: [],
  async run(pool, { email = '', plan = '' }) {
    return toOutput(await setPlan(createAccountStore(pool), { email, plan: toPlan(plan) }));
  },
};

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
  ['account create', accountCreate],
  ['account set-plan', accountSetPlan],
  ['key create', keyCreate],
  ['key revoke', keyRevoke],
  ['waitlist license', waitlistLicense],
]);

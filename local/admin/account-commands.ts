import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createUsageStore } from '../../adapters/postgres/account/usage-store.ts';
import type { AccountRecord } from '../../core/account/account-store.ts';
import { createAccount } from '../../core/account/create-account.ts';
import { setPlan } from '../../core/account/set-plan.ts';
import { notFound } from '../../core/kernel/errors.ts';
import { PLANS, type PlanId } from '../../core/kernel/plans.ts';
import { isUuid } from '../../core/kernel/schemas.ts';
import type { AdminCommand } from './admin-command.ts';
import { oneOf, toLimit, toPlan } from './options.ts';

const toOutput = ({ id, email, plan }: AccountRecord) => ({ id, email, plan });

export const accountCreate: AdminCommand = {
  usage: 'account create --email E [--plan free|pro]',
  purpose:
    'Creates an account, on the free plan unless you say otherwise. Its owner signs in with this email.',
  required: ['email'],
  optional: ['plan'],
  async run(pool, { email = '', plan = 'free' }) {
    return toOutput(await createAccount(createAccountStore(pool), { email, plan: toPlan(plan) }));
  },
};

export const accountSetPlan: AdminCommand = {
  usage: 'account set-plan --email E --plan free|pro',
  purpose: 'Changes the plan of an account, and so its limits, without a payment.',
  required: ['email', 'plan'],
  optional: [],
  async run(pool, { email = '', plan = '' }) {
    return toOutput(await setPlan(createAccountStore(pool), { email, plan: toPlan(plan) }));
  },
};

interface ListedAccount {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
  readonly waitlists: number;
}

export const accountList: AdminCommand = {
  usage: 'account list [--search TEXT] [--plan free|pro] [--limit N] [--emails]',
  purpose: 'Lists accounts, newest first. --search finds a part of the email, and --emails prints emails.',
  required: [],
  optional: ['search', 'plan', 'limit'],
  flags: ['emails'],
  async run(pool, { search, plan, limit, emails }) {
    const { rows } = await pool.query<ListedAccount & { total: number }>(
      `SELECT a.id, a.email, a.plan, a.created_at AS "createdAt",
              (SELECT count(*)::integer FROM waitlists w WHERE w.account_id = a.id) AS waitlists,
              (count(*) OVER ())::integer AS total
       FROM accounts a
       WHERE ($1::text IS NULL OR strpos(lower(a.email), lower($1)) > 0) AND ($2::text IS NULL OR a.plan = $2)
       ORDER BY a.created_at DESC, a.id LIMIT $3`,
      [search ?? null, plan === undefined ? null : toPlan(plan), toLimit(limit)],
    );
    return {
      accounts: rows.map(({ total: _, email, ...account }) => ({ ...account, ...(emails && { email }) })),
      total: rows[0]?.total ?? 0,
    };
  },
};

const LISTED_WAITLISTS = 100;

export const accountShow: AdminCommand = {
  usage: 'account show (--email E | --id ID) [--emails]',
  purpose: 'Shows the plan of an account, its limits, what it uses, today’s emails, and 100 waitlists.',
  required: [],
  optional: ['email', 'id'],
  flags: ['emails'],
  async run(pool, options) {
    const [column, value] = oneOf(options, ['email', 'id']);
    if (column === 'id' && !isUuid(value)) throw notFound('account');
    const { rows } = await pool.query<AccountRecord & { emailsToday: object; waitlists: readonly object[] }>(
      `SELECT a.id, a.email, a.plan, a.created_at AS "createdAt",
              (SELECT json_build_object('all', coalesce(sum(d.granted), 0), 'announcements', coalesce(sum(d.announced), 0))
               FROM email_days d WHERE d.account_id = a.id AND d.day = (now() AT TIME ZONE 'UTC')::date) AS "emailsToday",
              (SELECT coalesce(json_agg(l), '[]') FROM (
                 SELECT w.id, w.slug, w.licensed_at IS NOT NULL AS licensed, count_listed(w.id, NULL) AS entries
                 FROM waitlists w WHERE w.account_id = a.id ORDER BY w.created_at DESC, w.id LIMIT ${LISTED_WAITLISTS}
               ) l) AS waitlists
       FROM accounts a WHERE ${column === 'id' ? 'a.id = $1' : 'lower(a.email) = lower($1)'}`,
      [value],
    );
    const [account] = rows;
    if (!account) throw notFound('account', '`account list --search TEXT --emails` finds accounts.');
    const { id, email, plan, createdAt, emailsToday, waitlists } = account;
    const usage = await createUsageStore(pool).usage(id);
    return {
      id,
      ...((column === 'email' || options.emails) && { email }),
      plan,
      createdAt,
      limits: { ...PLANS[plan].limits, aiGenerations: PLANS[plan].aiGenerations },
      // This pool reads bigints as text.
      usage: Object.fromEntries(Object.entries(usage).map(([name, count]) => [name, Number(count)])),
      emailsToday,
      waitlists,
    };
  },
};

import { readFile } from 'node:fs/promises';
import { notFound } from '../../core/kernel/errors.ts';
import { isUuid } from '../../core/kernel/schemas.ts';
import type { AdminCommand } from './admin-command.ts';
import { oneOf } from './options.ts';

/** The same statement that `ops/follow-signup` runs. */
const STEPS = new URL('../../ops/follow-signup.sql', import.meta.url);

interface Step {
  readonly at: Date;
  readonly what: string;
  readonly detail: string;
}

export const signupShow: AdminCommand = {
  usage: 'signup show --waitlist ID_OR_SLUG (--email E | --entry ID)',
  purpose:
    'Shows the path of a signup with its times: joining, emails, bounces, invitations, webhooks, jobs.',
  required: ['waitlist'],
  optional: ['email', 'entry'],
  async run(pool, { waitlist = '', ...options }) {
    const [by, person] = oneOf(options, ['email', 'entry']);
    const where = (isEntry: string, isEmail: string) =>
      `(CAST(w.id AS text) = lower($1) OR w.slug = $1) AND ${by === 'entry' ? isEntry : isEmail}`;
    if (by === 'entry' && !isUuid(person)) throw notFound('signup');
    const text = await readFile(STEPS, 'utf8');
    const { rows } = await pool.query<Step>(
      text
        .replace('{entry}', () =>
          where(
            'e.id = $2',
            'e.seq IN (SELECT c.seq FROM contacts c WHERE c.waitlist_id = w.id AND lower(c.email) = lower($2))',
          ),
        )
        .replace('{pending}', () => where('p.id = $2', 'lower(p.email) = lower($2)')),
      [waitlist, person],
    );
    if (rows.length === 0)
      throw notFound('signup', 'Of a waitlist with an attached database, give --entry instead of --email.');
    return { steps: rows };
  },
};

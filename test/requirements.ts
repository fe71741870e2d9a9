/**
 * One id for each rule of the specification (`spec`), the contract (`contract`) and our own decisions that a test can verify.
 *
 * The rules are in `requirements/<area>.ts`, in blocks by document, section, status, and issue. Test titles name the
 * ids that they verify with `verifies` (`support/verifies.ts`), and `requirements/coverage.test.ts` fails on a `built`
 * id that no test cites and on a `planned` one that a test does.
 *
 * - **A new rule:** add `'<area>.<rule>': 'the rule in one sentence'` to the block of its section, or a block where
 *   there is none yet. An id is kebab-case, says the rule and not its number, and is never renamed or reused.
 *   A rule that both documents state has one id, in the block of the document that says it more exactly.
 * - **A rule that is now built:** move its line to a block of the same section and issue with status `built`,
 *   together with the tests that cite it.
 * - **A new area:** a new file that exports its blocks, spread below.
 */
import { account } from './requirements/account.ts';
import { agents } from './requirements/agents.ts';
import { announcements } from './requirements/announcements.ts';
import { authentication } from './requirements/authentication.ts';
import { billing } from './requirements/billing.ts';
import { confirmation } from './requirements/confirmation.ts';
import { conventions } from './requirements/conventions.ts';
import { dashboard } from './requirements/dashboard.ts';
import { dashboardApp } from './requirements/dashboard-app.ts';
import { design } from './requirements/design.ts';
import { developers } from './requirements/developers.ts';
import { domains } from './requirements/domains.ts';
import { door } from './requirements/door.ts';
import { email } from './requirements/email.ts';
import { emailKinds } from './requirements/email-kinds.ts';
import { entries } from './requirements/entries.ts';
import { http } from './requirements/http.ts';
import { idempotency } from './requirements/idempotency.ts';
import { integrations } from './requirements/integrations.ts';
import { invitations } from './requirements/invitations.ts';
import { languages } from './requirements/languages.ts';
import { ownSite } from './requirements/own-site.ts';
import { page } from './requirements/page.ts';
import { people } from './requirements/people.ts';
import { placePages } from './requirements/place-pages.ts';
import { questions } from './requirements/questions.ts';
import { referrals } from './requirements/referrals.ts';
import { running } from './requirements/running.ts';
import { senders } from './requirements/senders.ts';
import { waitlists } from './requirements/waitlists.ts';
import { webhooks } from './requirements/webhooks.ts';

export type { Requirement } from './requirements/requirement.ts';

/** Every rule, in order of areas. */
export const requirements = [
  ...running,
  ...authentication,
  ...account,
  ...conventions,
  ...waitlists,
  ...design,
  ...developers,
  ...entries,
  ...announcements,
  ...emailKinds,
  ...senders,
  ...people,
  ...questions,
  ...referrals,
  ...invitations,
  ...webhooks,
  ...page,
  ...placePages,
  ...confirmation,
  ...door,
  ...languages,
  ...ownSite,
  ...email,
  ...http,
  ...idempotency,
  ...integrations,
  ...domains,
  ...billing,
  ...agents,
  ...dashboard,
  ...dashboardApp,
] as const;

/** The id of a rule, which tests can cite. */
export type RequirementId = (typeof requirements)[number]['id'];

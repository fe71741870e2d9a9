import { requirements } from './requirement.ts';

/** Beyond 16: what a batch tells. */
const batches = requirements(
  { source: 'beyond', section: '16', status: 'built', issue: 20 },
  {
    'invitations.dry-run-preview':
      'A dry run answers a batch without an id in the state `preview`, the first 20 people, and the email.',
    'invitations.skipped-bounded':
      '`skipped` names at most 500 people of a batch, in a list 20, and `skippedCounts` counts all, whatever is on the list.',
    'invitations.skipped-progress':
      'A call that passes over 20,000 people it did not know ends, and the next one starts where it ended.',
    'invitations.skipped-upgrade': 'Batches from before are counted and trimmed.',
  },
);

/** Beyond 16: letting in by plan. */
const plans = requirements(
  { source: 'beyond', section: '16', status: 'built', issue: 35 },
  {
    'invitations.schedule':
      'With `sendAt`, up to 60 days ahead, a batch is `scheduled`, and takes its people when it runs; one in the past is a 400.',
    'invitations.schedule-cancel': 'Withdrawing a scheduled batch cancels it.',
    'invitations.schedule-bounded': 'At most 100 batches of a waitlist wait for their time.',
    'invitations.withdraw-one': '`entryId` withdraws the invitation of one person.',
    'plans.set':
      '`invitationPlan` is sent whole, has defaults, and is read with `nextRunAt`, which is null while it is paused.',
    'plans.refused': 'A plan that is wrong is a 400 that names the member.',
    'plans.url-required': 'A plan without `inviteUrl` is a 422, also when `inviteUrl` is taken away.',
    'plans.scope': 'Only keys with `invitations:write` change a plan.',
    'plans.run': 'A run is a batch with `planned: true`, of the next in line or of an audience.',
    'plans.nobody': 'A run that finds nobody makes no batch.',
    'plans.once': 'Each run happens once, whatever crashes, and missed runs are one run.',
    'plans.max-open': '`maxOpen` caps the open invitations.',
    'plans.reminder': 'A reminder goes once, to those who have not redeemed.',
    'plans.clock-changes':
      'A time that the clocks skip is the next one that exists, and one that comes twice is the first.',
    'plans.expected':
      'A place says when it is likely the person’s turn: a range that is wider further away, and never a date that has passed.',
    'plans.expected-unknown':
      'It says nothing without a plan, while it is paused, beyond 180 days, and where the plan may pass the person over.',
    'plans.dashboard': 'The dashboard previews the runs of a plan, and runs it at once.',
    'plans.dashboard-set':
      'The Invitations tab leads to setting `inviteUrl` before a plan. A plan is set up beside the runs of what is typed, with errors at their fields, also those of the API.',
    'plans.dashboard-words':
      'A sentence sums the plan up, and its next runs are listed in its time zone and the reader’s, also once one has passed.',
    'plans.dashboard-paused': 'A plan is paused, resumed, and after a dialog removed.',
    'plans.dashboard-run':
      'Running a plan at once first says how many people get an email, and then what happened, also that there was nobody to invite.',
    'invitations.dashboard-schedule':
      'Invitations are previewed and scheduled in the founder’s time zone, listed with their time, and canceled after a dialog.',
    'invitations.dashboard-withdraw-one':
      'The invitation of one person is withdrawn in their details, after a dialog that says what happens.',
  },
);

/** Contract 4: codes as people paste them. */
const pasted = requirements(
  { source: 'contract', section: '4', status: 'built', issue: 20 },
  {
    'invitations.redeem-pasted':
      'A code is read up to the first character that no code has, also in its whole link.',
  },
);

/** Beyond 6: letting people in. */
const lettingIn = requirements(
  { source: 'beyond', section: '6', status: 'built', issue: 20 },
  {
    'invitations.entry-status': 'An entry has a `status`: `waiting`, `invited`, or `accepted`.',
    'invitations.invite-url': '`inviteUrl` is null by default; a query it has is kept in invitations.',
    'invitations.invite-url-secure': '`inviteUrl` is an https URL without a parameter named code.',
    'invitations.url-required': 'Without `inviteUrl`, inviting is 422 `invite_url_required`.',
    'invitations.one-of-two': 'Inviting takes exactly one of `count` and `entryIds`, else 400.',
    'invitations.limits':
      '`count` is 1-10000, `entryIds` at most 500, `expiresInDays` 1-90 (default 14), `message` at most 500 characters.',
    'invitations.created': 'Inviting answers 201 with the batch, whose state goes from `sending` to `sent`.',
    'invitations.dry-run': 'With `dryRun`, the answer is 200 and nothing happens.',
    'invitations.by-count': '`count` takes the first who wait, by place.',
    'invitations.passed-over':
      'People who cannot be mailed are passed over, listed in `skipped`, and not counted.',
    'invitations.by-hand': 'Of people picked by hand, those who cannot be invited are skipped with a reason.',
    'invitations.never-twice': 'Batches at once never take the same person.',
    'invitations.email':
      'The email leads to `inviteUrl` with a code of 128 bits, of which only the hash is kept.',
    'invitations.email-once': 'An invitation is mailed once, also when its job is repeated.',
    'invitations.email-stops': 'The email carries the headers and the link that stop it.',
    'invitations.email-outside':
      'It is also sent where the address is only in the attached database, and waits while that is away.',
    'invitations.email-outside-together':
      'The emails of a waitlist that are due read their addresses with one connection.',
    'invitations.lost-address':
      'If the row with an address is gone, or its database is detached, before an invitation is mailed, its person waits again, and the batch is sent.',
    'invitations.settles':
      'Nothing waits for ever: an email that failed for days is given up and its person waits again, what should have expired ends, and 90 days after a batch expired only what was accepted is left.',
    'invitations.message-new-account':
      'A free account that never paid adds no message until it is as old as for its own templates.',
    'invitations.redeem': 'Redeeming answers who it is, and the entry is `accepted`.',
    'invitations.redeem-again': 'Redeeming again answers the same with `alreadyRedeemed: true`.',
    'invitations.redeem-unknown': 'An unknown code, or one of another account, is a 404.',
    'invitations.redeem-ended': 'An expired or withdrawn code is 410 `invitation_expired`.',
    'invitations.redeem-erased': 'The code of an erased person is a 404.',
    'invitations.redeem-outside':
      'While the database with the contact is away, redeeming is a 503 and changes nothing.',
    'invitations.withdraw':
      'Withdrawing ends what nobody accepted; its people wait again at the same places.',
    'invitations.expire': 'An expired invitation makes its person wait again, at the same place.',
    'invitations.list': '`GET …/invitations` lists batches, newest first; `GET …/{batchId}` is one.',
    'invitations.list-status': '`list_entries` takes `status`, with either sort.',
    'statistics.own-database':
      'Top referrers in an attached database are read from it, all at once; while it is away the statistics say why they lack them.',
    'invitations.statistics':
      '`get_statistics` counts by status and day, with the top referrers, at the same cost for any length.',
    'invitations.place-page':
      'The page of an invited person says so and links to the invitation; its JSON has the status.',
    'invitations.examples': 'The examples for Express and Next.js work as the docs show them.',
    'invitations.scopes':
      'Inviting, withdrawing, and redeeming need `invitations:write`; reading needs `entries:read`.',
    'invitations.preview':
      'The dashboard previews an invitation: how many and the first 20 people, who is skipped and why, and the email. It invites nobody.',
    'invitations.preview-outside':
      'While the database with a person’s contact is away, the preview is a 503.',
    'invitations.dashboard-url':
      'The Invitations tab first asks where invited people go, with errors at the field.',
    'invitations.dashboard-invite':
      'The next people in line are invited after a preview of who gets what; the batch shows how many emails are sent.',
    'invitations.dashboard-keeps-typing':
      'An error while previewing or inviting is shown, and nothing typed is lost.',
    'invitations.dashboard-pick':
      'People are picked in the table of signups and invited after the same preview.',
    'invitations.dashboard-withdraw': 'A batch is withdrawn after a dialog that says what happens.',
    'invitations.dashboard-status':
      'Signups are marked and filtered by status, in the URL too; the overview counts them, and the person’s details say it.',
    'invitations.dashboard-search': 'The dashboard lists the people with a status, by place or newest first.',
    'invitations.tenants': 'Batches and codes of another account do not exist.',
    'invitations.whole-launch':
      'A whole launch: people join on another site and confirm, cheats gain nothing, people are invited and let in, one stops email, one is erased, and the webhook hears about each.',
  },
);

export const invitations = [...batches, ...plans, ...pasted, ...lettingIn] as const;

import { requirements } from './requirement.ts';

/** Spec 2 and 4 and contract 4: the entry resource, its list, positions and referrals. */
export const entries = [
  ...requirements(
    { source: 'spec', section: '2 (entry)', status: 'built', issue: 2 },
    {
      'entries.field-id': '`id` is a uuid.',
      'entries.field-email': '`email` is an email address.',
      'entries.field-name': '`name` is a string or null.',
      'entries.field-position': '`position` is an integer, the place in the queue, starting at 1.',
      'entries.field-referral-code': '`referralCode` is a string.',
      'entries.field-referral-count': '`referralCount` is an integer.',
      'entries.field-referred-by': '`referredBy` is a string or null.',
      'entries.field-created-at': '`createdAt` is a date-time.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '4', status: 'built', issue: 2 },
    {
      'entries.list-200':
        '`GET /api/v1/waitlists/{id}/entries` answers 200 with `{entries, total, limit, offset}`.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '4.3', status: 'built', issue: 2 },
    {
      'entries.newest-first': 'Entries are listed newest first.',
      'entries.limit-range': '`limit` is an integer from 1 to 200.',
      'entries.limit-default-50': '`limit` defaults to 50.',
      'entries.offset-range': '`offset` is an integer of 0 or more.',
      'entries.offset-default-0': '`offset` defaults to 0.',
      'entries.total-full-count': '`total` is the full count of the waitlist on every page.',
      'entries.more-pages': 'There are more pages if and only if `offset` + `limit` < `total`.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '6', status: 'built', issue: 30 },
    {
      'entries.constant':
        'A page of any status, in any order, costs the same anywhere in a list, whoever was erased or invited, and `total` counts exactly who is listed.',
      'answers.bounded': 'No answer exceeds 1 MB, however much an account stores.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '4', status: 'built', issue: 2 },
    {
      'entries.positions-exactly-1-to-n':
        'At any time the positions of a waitlist are exactly 1 to n, without duplicates.',
      'entries.new-signup-last': 'A new signup takes position n+1.',
      'entries.referral-adds-one': 'A new entry with a referral code adds 1 to its owner’s `referralCount`.',
      'entries.referral-moves-up':
        'With `referralEnabled`, a successful referral moves the referrer up by `referralBoost` places.',
      'entries.referral-disabled-moves-nobody':
        'Without `referralEnabled`, a referral does not change positions.',
      'entries.referral-not-past-1': 'A referral never moves the referrer past position 1.',
      'entries.overtaken-move-down-one': 'Everyone the referrer overtakes moves down by one.',
      'entries.email-unique-ignoring-case': 'Emails are unique in a waitlist, ignoring case.',
      'entries.email-unique-ignoring-blanks':
        'Emails are unique in a waitlist, ignoring surrounding whitespace.',
      'entries.referred-by-is-code': '`referredBy` is the `referralCode` of the referrer.',
      'entries.unknown-code-ignored':
        'A signup with an unknown referral code succeeds as if there were none.',
      'entries.email-length': 'An email has at most 254 characters.',
      'entries.name-length': 'A name has at most 100 characters.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '6', status: 'built', issue: 20 },
    {
      'entries.sort': '`list_entries` sorts by place, or newest first, which is the default.',
      'entries.by-email': '`list_entries` finds the entry with an exact email, wherever it is stored.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '4', status: 'built', issue: 30 },
    {
      'entries.code-as-pasted':
        'A referral code is read in lower case, up to the first character that no code has.',
      'signups.ref': 'A signup takes `ref` for `referralCode`, which counts where both are sent.',
      'entries.email-as-browsers': 'An email is what `<input type=email>` accepts.',
      'entries.email-idn': 'An internationalized domain is read and stored in its Punycode form.',
      'entries.email-invisible-ends': 'Invisible characters around an email are dropped.',
    },
  ),
] as const;

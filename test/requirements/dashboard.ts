import { requirements } from './requirement.ts';

/** The dashboard: sessions on the API, and operations for people only. */
export const dashboard = [
  ...requirements(
    { source: 'decision', section: '0022', status: 'built', issue: 5 },
    {
      'sessions.rest-with-all-scopes': 'On the API, a session works like a key with every scope.',
      'sessions.rate-limit-own':
        'Session requests have a separate rate limit, so a runaway key cannot stop its owner from revoking it.',
      'sessions.forgery-refused':
        'A session request that was not made by our own pages is a 403 `forbidden`.',
      'sessions.no-credentialed-cors':
        'CORS never allows credentials or the header that marks our own requests.',
      'sessions.people-only': 'Operations for people only refuse keys and tokens, regardless of scopes.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0022', status: 'built', issue: 5 },
    {
      'dashboard.account-deleted':
        'An account and everything it owns is deleted after its email address is typed.',
      'dashboard.agents-listed': 'Connected agents are listed with their scopes and last use.',
      'dashboard.agent-revoked-at-once': 'Revoking a consent ends its tokens immediately.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0031', status: 'built', issue: 5 },
    {
      'dashboard.csv-streams':
        'An export is streamed: neither the service nor the page holds all of it at once.',
      'dashboard.csv-broken-off': 'An export that fails midway shows up as a failed download.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0032', status: 'built', issue: 5 },
    {
      'assets.purged-with-account': 'An image is deleted with the last account that uploaded it, not before.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0023', status: 'built', issue: 5 },
    {
      'dashboard.waitlists-counted': 'Waitlists are listed with their signups in total and today.',
      'dashboard.signups-by-day': 'Signups are counted per day, in UTC.',
      'dashboard.top-referrers': 'The top referrers are shown.',
      'dashboard.csv-export': 'All signups can be exported as one CSV file.',
      'dashboard.csv-no-formula': 'No cell of an export is run as a formula by a spreadsheet.',
      'dashboard.search-by-email': 'Signups can be searched by parts of email and name.',
      'dashboard.person':
        'One signup shows its place, referrer, friends with what each gave, and the emails it was sent.',
      'dashboard.sort-signups': 'Signups are sorted by place, by referrals, or by date.',
      'dashboard.visits':
        'Opened pages are counted per day by a beacon, without cookies or personal data. Reloads and robots are not.',
      'visits.by-source':
        'They are counted by source, which is named as that of a signup from this tab; without a source, with a wrong one, and before, as `direct`.',
      'visits.bounded':
        'The sources of visits that are told apart are bounded, and take no place of the sources of people.',
      'dashboard.statistics-bounded': 'The cost of statistics grows with the logarithm of the list’s length.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0023', status: 'built', issue: 5 },
    {
      'erasure.everything-goes': 'Nothing that identifies an erased person is kept.',
      'erasure.referral-code-ends': 'The referral code of an erased person stops working.',
      'erasure.referred-by-goes': '`referredBy` is cleared on entries that an erased person referred.',
      'erasure.positions-stay':
        'Erasing a person changes nobody’s position, and pages and totals stay correct.',
      'erasure.may-join-again': 'An erased person can join again as a new signup.',
      'erasure.pending-mail-goes': 'Pending emails to an erased person are not sent.',
      'erasure.attached-database-too':
        'A person is erased from the attached database too, even if it was unavailable or detached at the time.',
    },
  ),
] as const;

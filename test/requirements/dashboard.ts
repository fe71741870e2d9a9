import { requirements } from './requirement.ts';

/** The dashboard: sessions on the API, and what only people do. */
export const dashboard = [
  ...requirements(
    { source: 'decision', section: '0022', status: 'built', issue: 5 },
    {
      'sessions.rest-with-all-scopes': 'The API answers a session as it does a key with every scope.',
      'sessions.rate-limit-own':
        'Requests by session have a limit of their own, so that no key keeps its holder from revoking it.',
      'sessions.forgery-refused': 'A request by session that no page of ours made is a 403 `forbidden`.',
      'sessions.no-credentialed-cors':
        'CORS never allows credentials, nor the header that marks our own requests.',
      'sessions.people-only': 'What only people do is refused to keys and tokens, whatever their scopes.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0022', status: 'built', issue: 5 },
    {
      'dashboard.account-deleted':
        'An account is deleted with everything that is its own, once its email was typed.',
      'dashboard.agents-listed':
        'The programs with consent are listed, with their scopes and their last use.',
      'dashboard.agent-revoked-at-once': 'A consent that is taken back ends its tokens at once.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0031', status: 'built', issue: 5 },
    {
      'dashboard.csv-streams':
        'An export is sent while it is read: neither the service nor the page holds more of it than a part.',
      'dashboard.csv-broken-off': 'An export that cannot be read to its end is a download that failed.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0032', status: 'built', issue: 5 },
    {
      'assets.purged-with-account': 'An image goes with the last account that uploaded it, and not before.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0023', status: 'built', issue: 5 },
    {
      'dashboard.waitlists-counted': 'Waitlists are listed with their signups in total and today.',
      'dashboard.signups-by-day': 'Signups are counted for each day, UTC.',
      'dashboard.top-referrers': 'Those who referred most are shown.',
      'dashboard.csv-export': 'All signups can be exported as one CSV file.',
      'dashboard.csv-no-formula': 'No cell of an export is run as a formula by a spreadsheet.',
      'dashboard.search-by-email': 'Signups are found by their email, or by how it begins.',
      'dashboard.statistics-bounded':
        'What statistics read does not grow with the list but by its logarithm.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0023', status: 'built', issue: 5 },
    {
      'erasure.everything-goes': 'Of an erased person nothing is left that says who it was.',
      'erasure.referral-code-ends': 'The referral code of an erased person brings nobody to anybody.',
      'erasure.referred-by-goes': 'Who came by an erased person no longer says so.',
      'erasure.positions-stay': 'An erasure moves nobody, and pages and totals stay whole.',
      'erasure.may-join-again': 'An erased person may join again as a new one.',
      'erasure.pending-mail-goes': 'What was still to be mailed to an erased person is not.',
      'erasure.attached-database-too':
        'A person is erased in the attached database too, also after it was away or detached.',
    },
  ),
] as const;

import { requirements } from './requirement.ts';

/** Addresses of accounts that email comes from (beyond 15). */
export const senders = [
  ...requirements(
    { source: 'beyond', section: '15', status: 'built', issue: 34 },
    {
      'senders.object':
        'A sender is `{id, email, name, state, records, reason, checkedAt}`; each has a type, a name, a value, and `found`.',
      'senders.capability':
        'Adding one needs `customDomain`, `domains:write`, and a name of 1 to 60 characters; reading needs `waitlists:read`.',
      'senders.list': '`list_senders` answers `{senders}`; deleting one answers `{deleted: true}`.',
      'senders.limit': 'An account has at most 20 senders.',
      'senders.waitlist': 'A waitlist has a nullable `senderId`: a sender of its account.',
      'senders.records':
        'The records are our TXT, three for DKIM, two for MAIL FROM, and DMARC, which is advice: all others are required.',
      'senders.found': '`found` says whether public DNS has the value.',
      'senders.reason': 'While a sender is not active, `reason` says what to change.',
      'senders.from':
        'Every email to visitors of a waitlist comes from its active sender, with its name and address.',
      'senders.from-ours':
        'Until it is active, when its DNS breaks, and when it is deleted, email comes from our sender.',
      'senders.breaks':
        'When the DNS of an active sender breaks, its holder is told; with its records it comes back.',
      'senders.contest':
        'Of several accounts that claim one domain, the one whose TXT record is there gets it.',
      'senders.held':
        'A domain that was active is held for its last account for 7 days; one that never was is not.',
      'senders.identities-apart': 'Identities at SES that the service did not create are left alone.',
      'senders.feedback': 'Bounces and complaints of a sender’s email come back to us.',
      'senders.erased': 'Everything of a sender goes with its account.',
      'dashboard.senders':
        'The dashboard adds senders, shows their records with what is missing, and sets the sender of a waitlist.',
      'senders.local': 'In the local run names under `.test` are active after 2 seconds.',
    },
  ),
];

import { requirements } from './requirement.ts';

/** Beyond 5: referrals that cannot be gamed. */
export const referrals = requirements(
  { source: 'beyond', section: '5', status: 'built', issue: 20 },
  {
    'referrals.held-same-mailbox': 'A credit is held where friend and referrer share a mailbox.',
    'referrals.held-disposable':
      'A credit is held where the address of the friend is at a known disposable domain.',
    'referrals.held-same-network':
      'A credit is held where 3 friends of that referrer came from one network in 24 hours; private addresses are no network.',
    'referrals.held-moves-nobody':
      'A held credit moves nobody and is not counted; the friend joins as ever and is told nothing.',
    'referrals.list': '`GET …/referrals` lists referrals by state, with reasons, newest first.',
    'referrals.credit': 'Crediting moves the referrer by the boost of now, and counts.',
    'referrals.revoke': 'Revoking takes back the places that the credit really gave, and the count.',
    'referrals.settle-again': 'Setting the same state again changes nothing; nothing can be set to `held`.',
    'referrals.positions': 'Positions stay 1 to n, each once, whatever is credited or revoked.',
    'referrals.review-queue':
      'The dashboard lists held referrals with reasons, and settles them one by one or together.',
    'referrals.erased':
      'The referral of a friend who left stays, credited or revoked, with nothing of the person; those of a referrer who left are not listed.',
    'referrals.count-is-ledger': '`referralCount` equals the credited referrals of the list, whoever left.',
    'referrals.mailbox-once':
      'A mailbox is credited once on a waitlist: its next referral is held, also after it left.',
    'referrals.network-counts-left': 'The network rule counts friends who left.',
    'referrals.settle-first-reads':
      'Settling reads the emails before it changes anything: an error means that nothing changed.',
    'referrals.no-boost-without-license': 'Once the license is refunded, referrals move nobody.',
    'referrals.network-forgotten': 'The network of a friend is a keyed digest, and forgotten after a day.',
  },
);

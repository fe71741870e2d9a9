import { requirements } from './requirement.ts';

/** People, one by one and by the thousand (beyond 11). */
export const people = [
  ...requirements(
    { source: 'beyond', section: '11', status: 'built', issue: 33 },
    {
      'people.scope':
        'Adding, changing, and erasing people needs `entries:write`; reading needs `entries:read`.',
      'people.scope-not-gained': 'Keys and tokens that exist do not gain `entries:write`.',
      'people.get-entry':
        '`get_entry` shows an entry with `ahead`, `referralLink`, `statusUrl`, `placesGained`, `referrer`, `invitation`, and `mail`, wherever it is stored.',
      'people.mail': '`mail` says whether a person gets email, stopped it, or cannot be reached.',
      'people.update-entry':
        '`update_entry` changes name and answers, also to `never` questions; null clears, and what is not sent stays.',
      'people.updated-event': 'A change of name or answers is an `entry.updated` event.',
      'people.filters': 'All filters of `list_entries` combine, in every order.',
      'people.q': '`q` finds a part of email or name, whatever the case; `%` and `_` are letters.',
      'people.joined-bounds': '`joinedAfter` and `joinedBefore` both include the bound.',
      'people.min-referrals': '`minReferrals` leaves out those with fewer.',
      'people.sort-referrals': '`sort=referrals` puts the most referrals first, and those without any last.',
      'people.by-source':
        '`source` finds who came from a source as the statistics name it, also `friend`, `direct`, and `other`.',
      'people.by-answer': '`answers[key]` finds an answer; of `choices`, one of them; of text, exactly it.',
      'people.by-language': '`language` finds who joined in it.',
      'people.outside': 'Filters also find people whose data is in the attached database.',
      'people.export-filters': '`export_entries` takes the filters of `list_entries`.',
      'people.export-link': 'The link to an export works for 15 minutes, and says nothing about anybody.',
      'people.export-as-read': 'An export is as it is when it is read: who is erased meanwhile is not in it.',
      'people.cursor':
        'Following `next` repeats and loses nobody in the order of joining, and nobody who did not move in the others.',
      'people.erase-entry': '`erase_entry` erases a person as the dashboard does.',
      'people.add-entries':
        '`add_entries` adds up to 500 people, without challenge and limits, and answers with each one’s entry and links.',
      'people.add-order': 'The people of a call take the end of the queue in the order sent.',
      'people.add-at-once': 'The people of a call are added in one transaction.',
      'people.add-notify': 'Only `notify` sends the ordinary confirmation email.',
      'people.add-known': 'Someone who is on the list stays as they are, and is shown with their links.',
      'people.add-no-double': 'A call that is repeated adds nobody twice.',
      'people.add-refused':
        'Whatever is wrong with a person refuses that person with a reason; a 400 is for the call itself.',
      'people.add-confirmation':
        '`confirmation: "required"` mails a link to confirm the address; the default is the waitlist’s.',
      'people.add-answers':
        '`add_entries` takes `answers`, also to `never` questions and without required ones, and `source`.',
      'people.add-network': '`same_network` is judged by `clientIp` only.',
      'people.add-idempotent':
        'The same `Idempotency-Key` gives the first answer again, and adds nobody again who was erased.',
      'people.add-recipes':
        'The recipes of the documentation work as they are printed, also when an answer is lost.',
    },
  ),
] as const;

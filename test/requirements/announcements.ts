import { requirements } from './requirement.ts';

/** Emails that an owner writes to the people of a list (beyond 13). */
export const announcements = [
  ...requirements(
    { source: 'beyond', section: '13', status: 'built', issue: 34 },
    {
      'announcements.scope': 'Writing and sending needs `announcements:write`; reading needs `entries:read`.',
      'announcements.create': '`create_announcement` answers 201 with the announcement.',
      'announcements.draft':
        'Without `sendAt` it is a draft, whose `recipients` is null; null makes it one again.',
      'announcements.list': '`list_announcements` is a page, newest first, with the total.',
      'announcements.validation':
        'Subject, body, audience, and `sendAt` have their limits; an unknown variable is a 400.',
      'announcements.audience': 'An audience is everybody who has all of it; `{}` is everybody.',
      'announcements.sent':
        'Everybody in the audience gets it once; `recipients` is what was sent and skipped together.',
      'announcements.variables':
        'Its variables are true for each person when it is sent; HTML is text; links lead to https and mailto only.',
      'announcements.stoppable': 'It can be stopped, and who stopped it is skipped.',
      'announcements.scheduled': 'A scheduled one is sent at its time, and no earlier one of it.',
      'announcements.delete':
        'A draft is gone, a scheduled one canceled, and of one being sent what is unsent.',
      'announcements.not-editable': 'What is neither draft nor scheduled can not be changed or sent.',
      'announcements.test': '`test_announcement` sends it to the account alone.',
      'announcements.at-most-once':
        'What was in flight at a crash is skipped as `unknown`; nobody gets it twice.',
      'announcements.half':
        'At most half of the account’s emails of a day are announcements; the rest follows the next day.',
      'announcements.skipped': 'Everybody who gets none is counted with the reason.',
      'announcements.outside': 'People whose contact is in the attached database get it too.',
      'announcements.invite': '`invite_entries` takes an audience beside `count`.',
    },
  ),
];

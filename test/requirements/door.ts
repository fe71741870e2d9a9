import { requirements } from './requirement.ts';

/** Beyond 12: when, how many, and with which addresses people may join. */
export const door = requirements(
  { source: 'beyond', section: '12', status: 'built', issue: 33 },
  {
    'door.members':
      '`opensAt`, `closesAt`, `capacity`, `closedMessage`, and `emailRules` are in create and update, and in every answer that has a waitlist; a fault is a 400 at its member.',
    'door.rules-kept':
      '`emailRules` are sent whole, and their domains kept in lower case and Punycode; by default any address may join.',
    'door.order': '`closesAt` before `opensAt` is a 400, whichever of the two was sent.',
    'door.state':
      '`door` is the first of `closed`, `not_yet`, and `full` that holds, else `open`; it is ignored when sent back.',
    'door.closed-403':
      'A signup at a door that is not open is a 403 `waitlist_closed`, whose `error` is `closedMessage` or a sentence of ours, once the address was validated.',
    'door.same-for-known': 'The answer is the same for an address on the list and one that is not.',
    'door.capacity-exact': '`capacity` is exact, however many arrive at once.',
    'door.capacity-counts':
      '`capacity` counts everybody who joined and was not erased, wherever their data is.',
    'door.owner-adds': 'The door does not stop people that the account adds; they count.',
    'door.closing-waits': 'Once a change of the door is answered, nobody joins who would not be let in now.',
    'door.model':
      'Joining, being added, being erased, opening, closing, and changing the capacity at once keep places and capacity as in one small model.',
    'door.link-until-full':
      'A link to confirm works while the waitlist is closed. While it is full it is a 409 with a page that says so, and it works again if room is made in time.',
    'door.email-rules':
      'An address that `emailRules` do not allow is a 400 at `email`: a domain means those below it, `block` beats `allow`, and `allow` with members admits nobody else.',
    'door.page':
      'The page says why instead of the form, in every template, the default form, and without JavaScript, with `opensAt` in the visitor’s time zone.',
    'door.page-code':
      'Page code gets `door`, `opensAt`, and `closedMessage`; the page says it below code that does not.',
    'door.status-link': 'People on the list can ask for their status link there.',
    'door.opens-by-itself': 'An open page of a waitlist that is not open yet shows the form once it opens.',
    'door.embed': 'The embed says it instead of the form, and links to the page.',
    'door.form':
      'A form that is posted without JavaScript is answered with that page and a 403, or with what is wrong with the address.',
    'door.cache':
      'No cache keeps a page or the embed’s settings beyond the moment at which the door opens or closes.',
    'door.dashboard':
      'Settings has the door: open or close it now, when it opens and closes in the founder’s time zone, capacity, message, and rules for addresses.',
    'door.dashboard-state':
      'The list of waitlists and the heading of a waitlist say when people cannot join.',
    'door.prompt': 'A prompt leads an agent to close a list at a time.',
  },
);

import { plural } from '../../format.ts';

export const template = {
  sending: 'Wird eingetragen',
  fineprint: 'Du bekommst eine Bestätigung per E-Mail.',
  invited: 'Jemand hat dir diese Warteliste empfohlen. Schön, dass du da bist.',
  optional: 'optional',
  emailInvalid: 'Bitte prüfe diese Adresse: Sie sollte so aussehen wie name@example.com.',
  waiting: plural({ one: '{count} Person wartet schon', other: '{count} Personen warten schon' }),
  signups: plural({
    one: '{count} Person hat sich eingetragen',
    other: '{count} Personen haben sich eingetragen',
  }),
  first: 'Sei ganz vorn mit dabei',
  promise: plural({
    one: 'Für jede Person, die sich über deinen Link einträgt, rückst du einen Platz auf.',
    other: 'Für jede Person, die sich über deinen Link einträgt, rückst du {count} Plätze auf.',
  }),
  copy: 'Link kopieren',
};

export const countdown = {
  board: {
    soon: 'BALD',
    open: 'OFFEN',
    closed: 'ZU',
    full: 'VOLL',
  },
  noDate: 'Termin folgt',
  openSince: 'Geöffnet seit dem {day}',
  nowOpen: 'Jetzt geöffnet',
  comingSoon: 'Bald ist es so weit',
  timeLeft: 'Verbleibende Zeit',
};

export const leaderboard = {
  title: {
    alone: 'Trag dich jetzt ein und du bist auf Platz',
    friends: plural({
      one: 'Bring eine Person mit und du bist auf Platz',
      other: 'Bring {count} Freunde mit und du bist auf Platz',
    }),
  },
  ahead: plural({ one: 'Eine Person vor dir', other: '{count} Personen vor dir' }),
  noFriends: 'Wenn sich niemand über deinen Link einträgt',
  friends: plural({
    one: 'Wenn sich eine Person über deinen Link einträgt',
    other: 'Wenn sich {count} Freunde über deinen Link eintragen',
  }),
  each: plural({
    one: 'Mit jeder Person rückst du einen Platz auf.',
    other: 'Mit jeder Person rückst du {count} Plätze auf.',
  }),
  example: plural({
    one: 'Das Beispiel zeigt eine Warteliste mit {count} Person. Im Moment wärst du auf Platz {position}.',
    other:
      'Das Beispiel zeigt eine Warteliste mit {count} Personen. Im Moment wärst du auf Platz {position}.',
  }),
  you: 'Du',
  youAlone: 'Du allein',
  youWith: plural({ one: 'Du plus eine Person', other: 'Du plus {count} Freunde' }),
  firstInLine: 'Ganz vorn',
  lastInLine: 'Ganz hinten',
  pass: plural({ one: 'Du überholst eine Person', other: 'Du überholst {count} Personen' }),
  more: plural({ one: '{count} weitere Person', other: '{count} weitere' }),
  inLine: 'Auf der Warteliste',
  line: 'Die Warteliste',
};

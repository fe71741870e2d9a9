import { plural } from '../../format.ts';

export const template = {
  sending: 'Aanmelden',
  fineprint: 'Je krijgt een bevestiging per e-mail.',
  invited: 'Een vriend heeft je uitgenodigd. Leuk dat je er bent.',
  optional: 'optioneel',
  emailInvalid: 'Kijk dit adres even na: het moet eruitzien als naam@example.com.',
  waiting: plural({ one: '{count} persoon in de rij', other: '{count} mensen in de rij' }),
  signups: plural({
    one: '{count} persoon heeft zich aangemeld',
    other: '{count} mensen hebben zich aangemeld',
  }),
  first: 'Wees er als eerste bij',
  promise: plural({
    one: 'Voor elke vriend die zich via jouw link aanmeldt, schuif je één plek op.',
    other: 'Voor elke vriend die zich via jouw link aanmeldt, schuif je {count} plekken op.',
  }),
  copy: 'Link kopiëren',
};

export const countdown = {
  board: {
    soon: 'BINNENKORT',
    open: 'OPEN',
    closed: 'GESLOTEN',
    full: 'VOL',
  },
  noDate: 'Datum volgt',
  openSince: 'Open sinds {day}',
  nowOpen: 'Nu open',
  comingSoon: 'Binnenkort',
  timeLeft: 'Resterende tijd',
};

export const leaderboard = {
  title: {
    alone: 'Meld je nu aan en je staat op plek',
    friends: plural({
      one: 'Neem één vriend mee en je staat op plek',
      other: 'Neem {count} vrienden mee en je staat op plek',
    }),
  },
  ahead: plural({ one: 'Eén persoon voor je', other: '{count} mensen voor je' }),
  noFriends: 'Als niemand zich via jouw link aanmeldt',
  friends: plural({
    one: 'Als één vriend zich via jouw link aanmeldt',
    other: 'Als {count} vrienden zich via jouw link aanmelden',
  }),
  each: plural({
    one: 'Met elke vriend schuif je één plek op.',
    other: 'Met elke vriend schuif je {count} plekken op.',
  }),
  example: plural({
    one: 'Dit voorbeeld toont een rij van {count} persoon. Op dit moment zou je op plek {position} staan.',
    other: 'Dit voorbeeld toont een rij van {count} mensen. Op dit moment zou je op plek {position} staan.',
  }),
  you: 'Jij',
  youAlone: 'Jij alleen',
  youWith: plural({ one: 'Jij met één vriend', other: 'Jij met {count} vrienden' }),
  firstInLine: 'Helemaal vooraan',
  lastInLine: 'Helemaal achteraan',
  pass: plural({ one: 'Je haalt één persoon in', other: 'Je haalt {count} mensen in' }),
  more: plural({ one: 'Nog {count} persoon', other: 'Nog {count} mensen' }),
  inLine: 'In de rij',
  line: 'De rij',
};

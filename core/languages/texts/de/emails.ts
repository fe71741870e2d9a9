import { plural } from '../../format.ts';

export const emails = {
  signedUp: 'Du bekommst diese E-Mail, weil sich jemand mit dieser Adresse auf {page} eingetragen hat.',
  askedFor: 'Du bekommst diese E-Mail, weil sie jemand auf {page} angefordert hat.',
  ignore: 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
  stop: 'E-Mails abbestellen',
  stopText: 'E-Mails abbestellen: {url}',
  linkText: '{label}:',
  seePlace: 'Platz ansehen',
  number: '{place}',
  place: 'Dein Platz auf der Warteliste',
  placeText: 'Dein Platz auf der Warteliste: {number}',
  share: 'Kennst du jemanden, für den das auch etwas wäre? Teile deinen Link:',
  promise: plural({
    one: 'Für jede Person, die sich über deinen Link einträgt, rückst du {count} Platz auf:',
    other: 'Für jede Person, die sich über deinen Link einträgt, rückst du {count} Plätze auf:',
  }),
  noName: '',
  byOwner:
    'Diese E-Mail hat der Betreiber der Warteliste „{name}“ geschrieben. Du bekommst sie, weil sich jemand mit dieser Adresse auf {page} eingetragen hat.',
  // The address does not end it, so it keeps its full stop.
  byOwnerText:
    'Diese E-Mail hat der Betreiber der Warteliste „{name}“ geschrieben. Du bekommst sie, weil sich jemand mit dieser Adresse auf {page} eingetragen hat.',
  confirmation: {
    subject: 'Du stehst auf der Warteliste für {name}',
    lead: 'Du stehst auf der Warteliste für',
    said: 'Du stehst auf der Warteliste für {name}.',
    greeting: 'Hallo {visitor}, willkommen auf der Warteliste für',
  },
  confirmAddress: {
    subject: 'Bestätige deine E-Mail-Adresse für {name}',
    lead: 'Deine Anmeldung zur Warteliste für',
    said: 'Deine Anmeldung zur Warteliste für {name}',
    task: plural({
      one: 'Bestätige deine E-Mail-Adresse, um deinen Platz auf der Warteliste zu bekommen. Der Link gilt {count} Stunde.',
      other:
        'Bestätige deine E-Mail-Adresse, um deinen Platz auf der Warteliste zu bekommen. Der Link gilt {count} Stunden.',
    }),
    button: 'E-Mail-Adresse bestätigen',
    otherwise: 'Wenn du das nicht warst, ignoriere diese E-Mail. Dann passiert nichts.',
  },
  placeLink: {
    subject: 'Dein Platz auf der Warteliste für {name}',
    lead: 'Hier ist dein Platz auf der Warteliste für',
    said: 'Hier ist dein Platz auf der Warteliste für {name}.',
  },
  leave: {
    subject: 'Warteliste „{name}“ verlassen?',
    lead: 'Abmeldung von der Warteliste für',
    said: 'Möchtest du die Warteliste für {name} verlassen?',
    button: 'Warteliste verlassen',
    otherwise: 'Wenn du das nicht warst, ignoriere diese E-Mail. Dann bleibt alles, wie es ist.',
  },
  movedUp: {
    subject: 'Du bist auf Platz {number} aufgerückt: {name}',
    place: 'Dein neuer Platz auf der Warteliste',
    placeText: 'Dein neuer Platz auf der Warteliste: {number}',
    lead: plural({
      one: 'Freunde haben sich über deinen Link eingetragen. Du bist jetzt {count} Platz weiter vorn auf der Warteliste für',
      other:
        'Freunde haben sich über deinen Link eingetragen. Du bist jetzt {count} Plätze weiter vorn auf der Warteliste für',
    }),
    said: plural({
      one: 'Freunde haben sich über deinen Link eingetragen. Du bist jetzt {count} Platz weiter vorn auf der Warteliste für {name}.',
      other:
        'Freunde haben sich über deinen Link eingetragen. Du bist jetzt {count} Plätze weiter vorn auf der Warteliste für {name}.',
    }),
    start:
      'Freunde haben sich über deinen Link eingetragen. Das bringt dich nach vorn auf der Warteliste für',
    rarely: 'Wir schicken dir höchstens ein Update pro Tag.',
  },
  invitation: {
    subject: 'Du bist drin: {name}',
    turn: 'Jetzt bist du dran',
    in: 'Du bist drin.',
    inText: 'Du bist drin. Jetzt bist du dran.',
    lead: 'Deine Einladung zu',
    said: 'Deine Einladung zu {name}.',
    button: 'Einladung annehmen',
    reminder: 'Erinnerung: {subject}',
    validity: 'Dieser Link ist nur für dich. Er gilt bis zum {date}.',
  },
};

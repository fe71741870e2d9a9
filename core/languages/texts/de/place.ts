import { plural } from '../../format.ts';

export const place = {
  label: 'Dein Platz auf der Warteliste',
  title: 'Platz {place}',
  nobodyAhead: 'Vor dir ist niemand',
  ahead: plural({ one: '{count} Person vor dir', other: '{count} Personen vor dir' }),
  gone: plural({
    one: '{count} ist schon drin oder nicht mehr auf der Liste',
    other: '{count} sind schon drin oder nicht mehr auf der Liste',
  }),
  expected: 'Voraussichtlich dran: {dates}',
  share: 'Kennst du jemanden, für den das etwas wäre? Teile deinen Link.',
  promise: plural({
    one: 'Für jede Person, die sich über deinen Link einträgt, rückst du {count} Platz auf.',
    other: 'Für jede Person, die sich über deinen Link einträgt, rückst du {count} Plätze auf.',
  }),
  next: 'Noch eine Person: von Platz {from} auf {to}',
  movedUp: 'Du bist auf Platz {place} aufgerückt.',
  movedDown: 'Du bist jetzt auf Platz {place}.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  linkCopied: 'Link kopiert.',
  copyYourself: 'Drücke Strg+C oder ⌘C, um den Link zu kopieren.',
  imageSaved: 'Bild gespeichert.',
  invite: 'Komm mit auf die Warteliste für {name}',
  inHeading: 'Du bist drin!',
  askedHeading: 'Erzähl uns kurz von dir',
  save: 'Speichern',
  saved: 'Gespeichert. Danke!',
  image: {
    place: 'Mein Platz auf der Warteliste',
    turn: 'Jetzt bin ich dran',
    in: 'Ich bin drin!',
    invite: 'Komm mit auf die Liste',
    file: 'mein-platz-auf-der-warteliste',
  },
};

import { plural } from '../../format.ts';

export const place = {
  label: 'Je plek in de rij',
  title: 'Plek {place} in de rij',
  nobodyAhead: 'Er staat niemand voor je',
  ahead: plural({ one: '{count} persoon voor je', other: '{count} mensen voor je' }),
  gone: plural({
    one: '{count} is al binnen of van de lijst af',
    other: '{count} zijn al binnen of van de lijst af',
  }),
  expected: 'Waarschijnlijk aan de beurt: {dates}',
  share: 'Ken je iemand voor wie dit iets is? Deel je link.',
  promise: plural({
    one: 'Voor elke vriend die zich via jouw link aanmeldt, schuif je {count} plek op.',
    other: 'Voor elke vriend die zich via jouw link aanmeldt, schuif je {count} plekken op.',
  }),
  next: 'Nog één vriend: van plek {from} naar {to}',
  movedUp: 'Je bent opgeschoven naar plek {place}.',
  movedDown: 'Je staat nu op plek {place}.',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  linkCopied: 'Link gekopieerd.',
  copyYourself: 'Druk op Ctrl+C of ⌘C om de link te kopiëren.',
  imageSaved: 'Afbeelding opgeslagen.',
  invite: 'Meld je ook aan voor de wachtlijst van {name}',
  inHeading: 'Je bent binnen!',
  askedHeading: 'Vertel iets over jezelf',
  save: 'Opslaan',
  saved: 'Opgeslagen. Bedankt!',
  image: {
    place: 'Mijn plek in de rij',
    turn: 'Ik ben aan de beurt',
    in: 'Ik ben binnen!',
    invite: 'Sluit ook aan in de rij',
    file: 'mijn-plek-in-de-rij',
  },
};

import { plural } from '../../format.ts';

export const emails = {
  signedUp: 'Je krijgt deze e-mail omdat iemand zich met dit adres heeft aangemeld op {page}.',
  askedFor: 'Je krijgt deze e-mail omdat iemand erom heeft gevraagd op {page}.',
  ignore: 'Was jij dat niet? Dan kun je deze e-mail negeren.',
  stop: 'Deze e-mails stopzetten',
  stopText: 'Deze e-mails stopzetten: {url}',
  linkText: '{label}:',
  seePlace: 'Bekijk je plek',
  number: '{place}',
  place: 'Je plek in de rij',
  placeText: 'Je plek in de rij: {number}',
  share: 'Ken je iemand voor wie dit ook iets is? Deel je link:',
  promise: plural({
    one: 'Voor elke vriend die zich via jouw link aanmeldt, schuif je {count} plek op:',
    other: 'Voor elke vriend die zich via jouw link aanmeldt, schuif je {count} plekken op:',
  }),
  noName: '',
  byOwner:
    'Deze e-mail is geschreven door de eigenaar van de wachtlijst “{name}”. Je krijgt hem omdat iemand zich met dit adres heeft aangemeld op {page}.',
  byOwnerText:
    'Deze e-mail is geschreven door de eigenaar van de wachtlijst “{name}”. Je krijgt hem omdat iemand zich met dit adres heeft aangemeld op {page}',
  confirmation: {
    subject: 'Je staat op de wachtlijst van {name}',
    lead: 'Je staat op de wachtlijst van',
    said: 'Je staat op de wachtlijst van {name}.',
    greeting: 'Hallo {visitor}, je staat op de wachtlijst van',
  },
  confirmAddress: {
    subject: 'Bevestig je e-mailadres voor {name}',
    lead: 'Je aanmelding voor de wachtlijst van',
    said: 'Je aanmelding voor de wachtlijst van {name}',
    task: plural({
      one: 'Bevestig je e-mailadres om je plek in de rij te krijgen. De link werkt {count} uur.',
      other: 'Bevestig je e-mailadres om je plek in de rij te krijgen. De link werkt {count} uur.',
    }),
    button: 'Bevestig mijn e-mailadres',
    otherwise: 'Was jij dat niet? Negeer deze e-mail dan. Er gebeurt verder niets.',
  },
  placeLink: {
    subject: 'Je plek op de wachtlijst van {name}',
    lead: 'Dit is je plek op de wachtlijst van',
    said: 'Dit is je plek op de wachtlijst van {name}.',
  },
  leave: {
    subject: 'Wachtlijst “{name}” verlaten?',
    lead: 'Afmelden voor de wachtlijst van',
    said: 'Wil je de wachtlijst van {name} verlaten?',
    button: 'Wachtlijst verlaten',
    otherwise: 'Was jij dat niet? Negeer deze e-mail dan. Er verandert niets.',
  },
  movedUp: {
    subject: 'Je bent opgeschoven naar plek {number} bij {name}',
    place: 'Je nieuwe plek in de rij',
    placeText: 'Je nieuwe plek in de rij: {number}',
    lead: plural({
      one: 'Vrienden hebben zich via jouw link aangemeld. Je bent {count} plek opgeschoven op de wachtlijst van',
      other:
        'Vrienden hebben zich via jouw link aangemeld. Je bent {count} plekken opgeschoven op de wachtlijst van',
    }),
    said: plural({
      one: 'Vrienden hebben zich via jouw link aangemeld. Je bent {count} plek opgeschoven op de wachtlijst van {name}.',
      other:
        'Vrienden hebben zich via jouw link aangemeld. Je bent {count} plekken opgeschoven op de wachtlijst van {name}.',
    }),
    start: 'Vrienden hebben zich via jouw link aangemeld. Je bent opgeschoven op de wachtlijst voor',
    rarely: 'We sturen je hooguit één update per dag.',
  },
  invitation: {
    subject: 'Je bent binnen: {name}',
    turn: 'Je bent aan de beurt',
    in: 'Je bent binnen.',
    inText: 'Je bent aan de beurt. Je bent binnen.',
    lead: 'Je uitnodiging voor',
    said: 'Je uitnodiging voor {name}.',
    button: 'Uitnodiging accepteren',
    reminder: 'Herinnering: {subject}',
    validity: 'Deze link is alleen voor jou. Hij is geldig tot {date}.',
  },
};

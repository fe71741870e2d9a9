import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – Meld je aan voor de wachtlijst',
  description: 'Meld je aan voor de wachtlijst van {name}.',
  frame: '{name}: aanmelden voor de wachtlijst',
  lead: 'Er komt iets nieuws aan. Laat je e-mailadres achter en we laten het je weten zodra het er is.',
  email: 'E-mailadres',
  name: 'Naam',
  optional: '(optioneel)',
  choose: 'Maak een keuze',
  submit: 'Zet me op de wachtlijst',
  needsScript: 'Je hebt JavaScript nodig om je aan te melden. Zet het aan en laad deze pagina opnieuw.',
  joined: 'Je staat op de lijst',
  link: 'Je link om te delen',
  challenge: {
    heading: 'Nog één korte controle',
    lead: 'Bevestig dat je een mens bent om op de lijst te komen.',
    cancel: 'Annuleren',
  },
};

export const form = {
  joining: 'Aanmelden…',
  emailMissing: 'Vul je e-mailadres in.',
  emailInvalid: 'Dit e-mailadres lijkt niet te kloppen. Kijk het even na.',
  nameTooLong: 'Deze naam is te lang. Gebruik maximaal 100 tekens.',
  didYouMean: 'Bedoelde je {suggestion}? Als {email} klopt, verstuur het formulier dan nog een keer.',
  use: '{email} gebruiken',
  answersWrong: 'Kijk je antwoorden even na. Er ontbreekt een antwoord, of een antwoord is te lang.',
  busy: 'Een ogenblik geduld.',
  retrying: 'Dit duurt langer dan normaal. We proberen het opnieuw…',
  unreachable: 'We konden de server niet bereiken. Controleer je internetverbinding en probeer het opnieuw.',
  failed: 'Er ging iets mis bij ons. Probeer het zo nog eens.',
  gone: 'Deze wachtlijst bestaat niet meer.',
  notAllowed: 'Dit formulier is nog niet ingesteld voor deze site.',
  notHuman: 'We konden niet vaststellen dat je een mens bent. Probeer het opnieuw of laad de pagina opnieuw.',
  waitMinute: 'Te veel pogingen. Wacht een minuut en probeer het opnieuw.',
  waitSeconds: plural({
    one: 'Te veel pogingen. Wacht een seconde en probeer het opnieuw.',
    other: 'Te veel pogingen. Wacht {count} seconden en probeer het opnieuw.',
  }),
  alreadyJoined: 'Dit e-mailadres staat al op de lijst. In je inbox vind je een link naar je plek.',
  onList: 'Je staat op de lijst. In je inbox vind je een link naar je plek.',
  yourPlace: 'Je plek',
  placeInLine: 'Je plek in de rij: {position}',
  seePlace: 'Bekijk je plek',
  otherEmail: 'Ander e-mailadres aanmelden',
};

export const challenge = {
  notLoaded:
    'De beveiligingscontrole is niet geladen. Controleer je internetverbinding, zet eventuele adblockers uit en probeer het opnieuw.',
  notConfirmed: 'We konden niet vaststellen dat je een mens bent. Probeer het opnieuw.',
  tooLong: 'De beveiligingscontrole duurde te lang. Probeer het opnieuw.',
  canceled: 'Je hebt de beveiligingscontrole gesloten. Probeer het opnieuw wanneer je wilt.',
  unsupported: 'De beveiligingscontrole werkt niet in deze browser. Werk hem bij of probeer een andere.',
};

export const answer = {
  missing: 'Beantwoord deze vraag.',
  notTicked: 'Vink dit vakje aan om je aan te melden.',
  tooLong: 'Dit antwoord is te lang. Gebruik maximaal 500 tekens.',
};

import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – Jetzt auf die Warteliste',
  description: 'Trag dich in die Warteliste für {name} ein.',
  frame: '{name}: in die Warteliste eintragen',
  lead: 'Hier entsteht etwas Neues. Hinterlass deine E-Mail-Adresse und wir sagen dir Bescheid, sobald es so weit ist.',
  email: 'E-Mail',
  name: 'Name',
  optional: '(optional)',
  choose: 'Bitte auswählen',
  submit: 'Auf die Warteliste',
  needsScript: 'Um dich einzutragen, brauchst du JavaScript. Bitte schalte es ein und lade die Seite neu.',
  joined: 'Du stehst auf der Liste',
  link: 'Dein Link zum Teilen',
  challenge: {
    heading: 'Noch eine kurze Prüfung',
    lead: 'Bestätige, dass du ein Mensch bist, um dich einzutragen.',
    cancel: 'Abbrechen',
  },
};

export const form = {
  joining: 'Wird eingetragen\u00a0…',
  emailMissing: 'Bitte gib deine E-Mail-Adresse ein.',
  emailInvalid: 'Diese E-Mail-Adresse scheint nicht zu stimmen. Bitte prüfe sie.',
  nameTooLong: 'Dieser Name ist zu lang. Möglich sind höchstens 100 Zeichen.',
  didYouMean: 'Meintest du {suggestion}? Wenn {email} stimmt, sende das Formular noch einmal ab.',
  use: '{email} verwenden',
  answersWrong: 'Bitte prüfe deine Antworten. Eine fehlt oder ist zu lang.',
  busy: 'Einen Moment, bitte.',
  retrying: 'Das dauert länger als sonst. Wir versuchen es noch einmal\u00a0…',
  unreachable: 'Der Server ist nicht erreichbar. Prüfe deine Internetverbindung und versuche es noch einmal.',
  failed: 'Bei uns ist etwas schiefgelaufen. Bitte versuche es gleich noch einmal.',
  gone: 'Diese Warteliste gibt es nicht mehr.',
  notAllowed: 'Dieses Formular ist für diese Website noch nicht eingerichtet.',
  notHuman:
    'Wir konnten nicht bestätigen, dass du ein Mensch bist. Bitte versuche es noch einmal oder lade die Seite neu.',
  waitMinute: 'Zu viele Versuche. Bitte warte eine Minute und versuche es noch einmal.',
  waitSeconds: plural({
    one: 'Zu viele Versuche. Bitte warte eine Sekunde und versuche es noch einmal.',
    other: 'Zu viele Versuche. Bitte warte {count} Sekunden und versuche es noch einmal.',
  }),
  alreadyJoined:
    'Diese E-Mail-Adresse steht schon auf der Liste. Den Link zu deinem Platz findest du in deinem Posteingang.',
  onList: 'Du stehst auf der Liste. Den Link zu deinem Platz findest du in deinem Posteingang.',
  yourPlace: 'Dein Platz',
  placeInLine: 'Dein Platz auf der Warteliste: {position}',
  seePlace: 'Platz ansehen',
  otherEmail: 'Andere E-Mail-Adresse eintragen',
};

export const challenge = {
  notLoaded:
    'Die Sicherheitsprüfung konnte nicht geladen werden. Prüfe deine Internetverbindung, schalte Werbe- und Inhaltsblocker aus und versuche es noch einmal.',
  notConfirmed: 'Wir konnten nicht bestätigen, dass du ein Mensch bist. Bitte versuche es noch einmal.',
  tooLong: 'Die Sicherheitsprüfung hat zu lange gedauert. Bitte versuche es noch einmal.',
  canceled: 'Du hast die Sicherheitsprüfung geschlossen. Versuche es noch einmal, wenn du so weit bist.',
  unsupported:
    'In diesem Browser läuft die Sicherheitsprüfung nicht. Bitte aktualisiere ihn oder nimm einen anderen.',
};

export const answer = {
  missing: 'Bitte beantworte diese Frage.',
  notTicked: 'Bitte setze hier ein Häkchen, um dich einzutragen.',
  tooLong: 'Diese Antwort ist zu lang. Möglich sind höchstens 500 Zeichen.',
};

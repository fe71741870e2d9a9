import { plural } from '../../format.ts';

export const errors = {
  joined: 'Du stehst auf der Liste. Wir melden uns bei dir.',
  alreadyJoined: 'Diese E-Mail-Adresse steht schon auf der Liste.',
  pending: plural({
    one: 'Wenn diese Adresse E-Mails von uns empfangen kann, ist eine mit einem Link unterwegs. Öffne ihn innerhalb einer Stunde. Keine E-Mail da? Schau im Spam-Ordner nach oder nimm eine andere Adresse.',
    other:
      'Wenn diese Adresse E-Mails von uns empfangen kann, ist eine mit einem Link unterwegs. Öffne ihn innerhalb von {count} Stunden. Keine E-Mail da? Schau im Spam-Ordner nach oder nimm eine andere Adresse.',
  }),
  placeLink:
    'Wenn diese E-Mail-Adresse auf der Liste steht, haben wir dir einen Link zu deinem Platz geschickt.',
  leaveLink:
    'Wenn diese E-Mail-Adresse auf der Liste steht, haben wir dir einen Link geschickt, mit dem du die Liste verlassen kannst.',
  emailBlocked: 'Diese Warteliste nimmt keine Adressen von {domains} an. Bitte nimm eine andere.',
  emailElsewhere: 'Diese Warteliste nimmt keine Adressen dieser Domain an. Bitte nimm eine andere.',
  emailOnly: 'Diese Warteliste nimmt nur Adressen von {domains} an.',
  emailThrowaway: 'Diese Warteliste nimmt keine Wegwerfadressen an. Bitte nimm eine andere.',
  notYetAdvice: 'Komm wieder, sobald sie öffnet.',
  closedAdvice:
    'Wenn du dich schon eingetragen hast, fordere auf der Seite der Warteliste den Link zu deinem Platz an.',
  fullAdvice: 'Versuche es später noch einmal: Vielleicht wird ein Platz frei.',
  noPage: 'Unter dieser URL gibt es keine Warteliste',
  noPageAdvice: 'Frag bei der Person nach, von der du den Link hast.',
  noPlace: 'Zu diesem Token gehört kein Platz auf einer Warteliste',
  tooMany: 'Zu viele Versuche aus diesem Netzwerk',
  tooManyAdvice: plural({
    one: 'Warte {count} Sekunde und versuche es noch einmal.',
    other: 'Warte {count} Sekunden und versuche es noch einmal.',
  }),
  badSite: 'Diese Website darf niemanden in diese Warteliste eintragen',
  badSiteAdvice:
    'Der Betreiber der Warteliste kann den Ursprung (Origin) dieser Website in allowedOrigins aufnehmen.',
  badRedirect: 'muss mit einem Eintrag aus allowedOrigins beginnen',
  notHuman: 'Wir konnten nicht bestätigen, dass du ein Mensch bist',
  notHumanAdvice: 'Wiederhole die Sicherheitsprüfung.',
  invalid: 'Ungültige Eingabe',
  invalidFields: 'Ungültige Eingabe: {fields}',
  invalidAdvice: 'Korrigiere die Felder, die in details stehen, und sende die Anfrage noch einmal.',
  invalidField: 'Dieser Wert ist ungültig.',
  badBody: 'Der Inhalt der Anfrage ist nicht lesbar',
  badBodyAdvice: 'Sende ein einzelnes JSON-Objekt oder ein Formular in UTF-8.',
  failed: 'Bei uns ist etwas schiefgelaufen',
  failedAdvice: 'Versuche es noch einmal. Wenn es immer wieder passiert, melde uns die requestId.',
  unavailable: 'Der Dienst ist gerade nicht erreichbar',
  unavailableAdvice: plural({
    one: 'Versuche es in {count} Sekunde noch einmal.',
    other: 'Versuche es in {count} Sekunden noch einmal.',
  }),
};

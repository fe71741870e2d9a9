import { plural } from '../../format.ts';

export const errors = {
  joined: 'Je staat op de lijst. Je hoort van ons.',
  alreadyJoined: 'Dit e-mailadres staat al op de lijst.',
  pending: plural({
    one: 'Als dit adres onze e-mails kan ontvangen, is er een bericht met een link onderweg. Open die link binnen {count} uur. Geen e-mail gekregen? Kijk in je spammap of gebruik een ander adres.',
    other:
      'Als dit adres onze e-mails kan ontvangen, is er een bericht met een link onderweg. Open die link binnen {count} uur. Geen e-mail gekregen? Kijk in je spammap of gebruik een ander adres.',
  }),
  placeLink: 'Als dit e-mailadres op de lijst staat, hebben we je een link naar je plek gestuurd.',
  leaveLink: 'Als dit e-mailadres op de lijst staat, hebben we je een link gestuurd om de lijst te verlaten.',
  emailBlocked: 'Deze wachtlijst accepteert geen adressen van {domains}. Gebruik een ander adres.',
  emailElsewhere: 'Deze wachtlijst accepteert geen adressen van dit domein. Gebruik een ander adres.',
  emailOnly: 'Deze wachtlijst accepteert alleen adressen van {domains}.',
  emailThrowaway: 'Deze wachtlijst accepteert geen wegwerpadressen. Gebruik een ander adres.',
  notYetAdvice: 'Kom terug zodra hij opengaat.',
  closedAdvice:
    'Heb je je al eerder aangemeld? Vraag dan op de pagina van de wachtlijst de link naar je plek aan.',
  fullAdvice: 'Probeer het later nog eens: misschien komt er een plek vrij.',
  noPage: 'Geen wachtlijst op deze URL',
  noPageAdvice: 'Vraag het na bij degene die de link heeft gedeeld.',
  noPlace: 'Bij dit token hoort geen plek op een wachtlijst',
  tooMany: 'Te veel pogingen vanaf dit netwerk',
  tooManyAdvice: plural({
    one: 'Wacht {count} seconde en probeer het opnieuw.',
    other: 'Wacht {count} seconden en probeer het opnieuw.',
  }),
  badSite: 'Deze site mag niemand op deze wachtlijst zetten',
  badSiteAdvice: 'De eigenaar van de wachtlijst kan de origin van deze site toevoegen aan allowedOrigins.',
  badRedirect: 'moet beginnen met een van de allowedOrigins',
  notHuman: 'We konden niet vaststellen dat je een mens bent',
  notHumanAdvice: 'Doe de beveiligingscontrole opnieuw.',
  invalid: 'Ongeldige invoer',
  invalidFields: 'Ongeldige invoer: {fields}',
  invalidAdvice: 'Corrigeer de velden die in details staan en stuur het verzoek opnieuw.',
  invalidField: 'Deze waarde is niet geldig.',
  badBody: 'De inhoud van het verzoek is niet te lezen',
  badBodyAdvice: 'Stuur één JSON-object of een formulier in UTF-8.',
  failed: 'Er ging iets mis bij ons',
  failedAdvice: 'Probeer het opnieuw. Blijft het misgaan? Geef dan de requestId aan ons door.',
  unavailable: 'De dienst is op dit moment niet beschikbaar',
  unavailableAdvice: plural({
    one: 'Probeer het over {count} seconde opnieuw.',
    other: 'Probeer het over {count} seconden opnieuw.',
  }),
};

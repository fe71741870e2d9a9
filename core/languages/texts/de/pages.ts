import { plural } from '../../format.ts';

const loss =
  'Damit löschen wir deine E-Mail-Adresse, deinen Namen und deinen Empfehlungslink. Du verlierst deinen Platz. Das lässt sich nicht rückgängig machen.';

export const pages = {
  poweredBy: 'Erstellt mit {service}',
  place: {
    titleIn: 'Du bist drin',
    description: 'Dein Platz auf der Warteliste für {name}.',
    people: 'Anmeldungen',
    friends: 'Freunde dabei',
    saveImage: 'Als Bild speichern',
    how: 'Was bedeuten die Zahlen?',
    howPlace:
      'Bei deinem Platz zählen alle mit, die sich vor dir eingetragen haben. Er bleibt gleich, wenn Personen vor dir reinkommen oder die Liste verlassen.',
    howFriends: plural({
      one: 'Für jede Person, die sich über deinen Link einträgt, rückst du {count} Platz auf.',
      other: 'Für jede Person, die sich über deinen Link einträgt, rückst du {count} Plätze auf.',
    }),
    howOthers: 'Genauso können Personen hinter dir dich überholen.',
    qrCode: 'QR-Code',
    qrCodeOfLink: 'QR-Code deines Links',
    invitedUntil: 'Deine Einladung gilt bis zum {date}.',
    accept: 'Einladung annehmen',
    accepted: 'Du hast deine Einladung angenommen.',
  },
  share: {
    x: 'Auf X teilen',
    whatsapp: 'Über WhatsApp teilen',
    linkedin: 'Auf LinkedIn teilen',
    email: 'Per E-Mail teilen',
    other: 'Teilen\u00a0…',
  },
  leave: {
    open: 'Warteliste verlassen',
    hint: 'Gib die Adresse ein, mit der du dich eingetragen hast. Wir schicken dir einen Link, mit dem du deine Daten löschen kannst.',
    example: 'name@example.com',
    email: 'E-Mail',
    send: 'Link zuschicken',
  },
  confirm: {
    description: 'Bestätige deine E-Mail-Adresse für die Warteliste „{name}“.',
    heading: 'Bestätige deine E-Mail-Adresse',
    lead: 'Ein Klick und du stehst auf der Liste.',
    button: 'E-Mail-Adresse bestätigen',
    fullHeading: 'Diese Warteliste ist voll',
    fullLead:
      'Du stehst noch nicht auf der Liste. Wird ein Platz frei, solange dein Link gilt, kannst du ihn dir noch sichern.',
    fullButton: 'Noch einmal versuchen',
    doneHeading: 'Du stehst auf der Liste',
    doneLead: 'Deine E-Mail-Adresse ist bestätigt.',
    doneButton: 'Platz ansehen',
    expiredHeading: 'Dieser Link ist abgelaufen',
    expired: plural({
      one: 'Ein Link zum Bestätigen einer Adresse gilt {count} Stunde. Trag dich noch einmal ein, um einen neuen zu bekommen.',
      other:
        'Ein Link zum Bestätigen einer Adresse gilt {count} Stunden. Trag dich noch einmal ein, um einen neuen zu bekommen.',
    }),
  },
  stop: {
    title: 'E-Mails abbestellen',
    heading: 'E-Mails von „{name}“ abbestellen?',
    keep: 'Deinen Platz auf der Warteliste behältst du.',
    button: 'E-Mails abbestellen',
    leave: 'Warteliste verlassen\u00a0…',
    stoppedTitle: 'E-Mails abbestellt',
    stoppedHeading: 'Du bekommst keine E-Mails von „{name}“ mehr',
    stopped:
      'Das gilt auch, wenn du die Warteliste verlässt oder dich neu einträgst. Deinen Platz behältst du.',
    leaveTitle: 'Warteliste verlassen',
    leaveHeading: 'Warteliste „{name}“ verlassen?',
    loss,
    stay: 'Platz behalten',
    erase: 'Verlassen und Daten löschen',
    keptTitle: 'Du behältst deinen Platz',
    keptHeading: 'Du behältst deinen Platz auf der Warteliste „{name}“',
    kept: 'Es hat sich nichts geändert. Du kannst diese Seite schließen.',
    oldTitle: 'Link zu alt',
    oldHeading: 'Mit diesem Link kannst du die Warteliste „{name}“ nicht mehr verlassen',
    old: 'Er ist dafür zu alt. E-Mails kannst du damit aber weiterhin abbestellen. Um die Liste zu verlassen, öffne die Seite der Warteliste und fordere den Link zu deinem Platz an. Wir schicken ihn dir per E-Mail, zusammen mit einem Link zum Verlassen.',
    leftTitle: 'Warteliste verlassen',
    leftHeading: 'Du hast die Warteliste „{name}“ verlassen',
    left: 'Wir haben deine Daten gelöscht. Falls der Betreiber der Warteliste Anmeldungen in einer eigenen Datenbank speichert, sind sie auch dort in wenigen Minuten gelöscht.',
    failedTitle: 'Versuche es gleich noch einmal',
    failed: 'Warte einen Moment und öffne dann den Link in deiner E-Mail noch einmal.',
  },
  notice: {
    noPage: 'Warteliste nicht gefunden',
    noPageAdvice:
      'Vielleicht enthält der Link einen Tippfehler oder die Warteliste wurde verschoben oder geschlossen. Frag bei der Person nach, von der du den Link hast.',
    badLinkTitle: 'Ungültiger Link',
    badLink: 'Dieser Link ist ungültig',
    badPlace:
      'Vielleicht ist er unvollständig. Wenn du die Warteliste verlassen hast, wurden deine Daten gelöscht.',
    badConfirm: 'Vielleicht ist er unvollständig. Öffne ihn noch einmal aus der E-Mail.',
    badStop:
      'Vielleicht ist er unvollständig oder stammt aus einer Test-E-Mail. Wenn du die Warteliste verlassen hast, sind deine Daten schon gelöscht.',
    tooMany: 'Zu viele Anfragen',
    waitForLink: plural({
      one: 'Warte {count} Sekunde und öffne den Link dann noch einmal.',
      other: 'Warte {count} Sekunden und öffne den Link dann noch einmal.',
    }),
    checkEmail: 'Schau in deine E-Mails',
    alreadyJoined: 'Du stehst schon auf der Liste',
    linkMailed: 'Den Link zu deinem Platz findest du in deinem Posteingang.',
    checkInbox: 'Schau in deinen Posteingang',
    badEmail: 'Diese E-Mail-Adresse scheint nicht zu stimmen',
    badEmailAdvice: 'Geh zurück, prüfe sie und versuche es noch einmal.',
    refusedEmail: 'Mit dieser Adresse kannst du dich nicht eintragen',
    longName: 'Dieser Name ist zu lang',
    longNameAdvice: 'Geh zurück und gib höchstens 100 Zeichen ein.',
    badAnswers: 'Bitte prüfe deine Antworten',
    badAnswersAdvice:
      'Geh zurück, lade die Seite neu, falls sich eine Frage geändert hat, und versuche es noch einmal.',
    badForm: 'Dieses Formular ist nicht richtig eingerichtet',
    badFormAdvice:
      'Sag dem Betreiber der Website Bescheid: redirectUrl muss mit einem Eintrag aus allowedOrigins der Warteliste beginnen.',
    notHuman: 'Wir konnten nicht bestätigen, dass du ein Mensch bist',
    notHumanAdvice: 'Geh zurück, schalte JavaScript ein und versuche es noch einmal.',
    badSite: 'Diese Website kann dich nicht in die Warteliste eintragen',
    badSiteAdvice:
      'Sag dem Betreiber der Website Bescheid: Der Ursprung (Origin) der Website muss in allowedOrigins der Warteliste stehen.',
    later: 'Versuche es gleich noch einmal.',
  },
};

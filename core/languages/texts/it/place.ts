import { plural } from '../../format.ts';

export const place = {
  label: 'Il tuo posto in fila',
  title: 'N° {place} in fila',
  nobodyAhead: 'Nessuno davanti a te',
  ahead: plural({
    one: '{count} persona davanti a te',
    many: '{count} di persone davanti a te',
    other: '{count} persone davanti a te',
  }),
  gone: plural({
    one: '{count} ha già accesso o non è più in lista',
    many: '{count} hanno già accesso o non sono più in lista',
    other: '{count} hanno già accesso o non sono più in lista',
  }),
  expected: 'Il tuo turno, indicativamente: {dates}',
  share: 'Conosci qualcuno a cui potrebbe interessare? Condividi il tuo link.',
  promise: plural({
    one: 'Guadagni {count} posto per ogni amico che si iscrive con il tuo link.',
    many: 'Guadagni {count} di posti per ogni amico che si iscrive con il tuo link.',
    other: 'Guadagni {count} posti per ogni amico che si iscrive con il tuo link.',
  }),
  next: 'Con un altro amico: da {from} a {to}',
  movedUp: 'Avanzi al posto {place}.',
  movedDown: 'Ora sei al posto {place}.',
  copy: 'Copia',
  copied: 'Copiato',
  linkCopied: 'Link copiato.',
  copyYourself: 'Premi Ctrl+C o ⌘C per copiare il link.',
  imageSaved: 'Immagine salvata.',
  invite: 'Iscriviti anche tu alla lista d’attesa di {name}',
  inHeading: 'Sei dentro!',
  askedHeading: 'Parlaci un po’ di te',
  save: 'Salva',
  saved: 'Salvato. Grazie!',
  image: {
    place: 'Il mio posto in fila',
    turn: 'È il mio turno',
    in: 'Sono dentro!',
    invite: 'Mettiti in fila con me',
    file: 'il-mio-posto-in-fila',
  },
};

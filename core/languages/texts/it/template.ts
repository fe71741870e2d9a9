import { plural } from '../../format.ts';

export const template = {
  sending: 'Iscrizione',
  fineprint: 'Riceverai una conferma via email.',
  invited: 'Ti ha invitato un amico. Che bello averti qui!',
  optional: 'facoltativo',
  emailInvalid: 'Controlla questo indirizzo: dovrebbe avere il formato nome@example.com.',
  waiting: plural({
    one: '{count} persona in fila',
    many: '{count} di persone in fila',
    other: '{count} persone in fila',
  }),
  signups: plural({
    one: '{count} persona iscritta',
    many: '{count} di persone iscritte',
    other: '{count} persone iscritte',
  }),
  first: 'Mettiti in fila tra i primi',
  promise: plural({
    one: 'Guadagni un posto per ogni amico che si iscrive con il tuo link.',
    many: 'Guadagni {count} di posti per ogni amico che si iscrive con il tuo link.',
    other: 'Guadagni {count} posti per ogni amico che si iscrive con il tuo link.',
  }),
  copy: 'Copia link',
};

export const countdown = {
  board: {
    soon: 'A BREVE',
    open: 'APERTO',
    closed: 'CHIUSO',
    full: 'COMPLETO',
  },
  noDate: 'Data da definire',
  openSince: 'Aperto dal giorno {day}',
  nowOpen: 'Ora aperto',
  comingSoon: 'In arrivo',
  timeLeft: 'Tempo rimanente',
};

export const leaderboard = {
  title: {
    alone: 'Iscriviti ora e sarai il numero',
    friends: plural({
      one: 'Porta un amico e sarai il numero',
      many: 'Porta {count} di amici e sarai il numero',
      other: 'Porta {count} amici e sarai il numero',
    }),
  },
  ahead: plural({
    one: 'Una persona davanti a te',
    many: '{count} di persone davanti a te',
    other: '{count} persone davanti a te',
  }),
  noFriends: 'Se nessun amico si iscrive con il tuo link',
  friends: plural({
    one: 'Se un amico si iscrive con il tuo link',
    many: 'Se {count} di amici si iscrivono con il tuo link',
    other: 'Se {count} amici si iscrivono con il tuo link',
  }),
  each: plural({
    one: 'Ogni amico ti fa guadagnare un posto.',
    many: 'Ogni amico ti fa guadagnare {count} di posti.',
    other: 'Ogni amico ti fa guadagnare {count} posti.',
  }),
  example: plural({
    one: 'Questo esempio mostra una fila di {count} persona. In questo momento saresti il numero {position}.',
    many: 'Questo esempio mostra una fila di {count} di persone. In questo momento saresti il numero {position}.',
    other:
      'Questo esempio mostra una fila di {count} persone. In questo momento saresti il numero {position}.',
  }),
  you: 'Tu',
  youAlone: 'Solo tu',
  youWith: plural({
    one: 'Tu, con un amico',
    many: 'Tu, con {count} di amici',
    other: 'Tu, con {count} amici',
  }),
  firstInLine: 'Inizio della fila',
  lastInLine: 'Fine della fila',
  pass: plural({
    one: 'Superi una persona',
    many: 'Superi {count} di persone',
    other: 'Superi {count} persone',
  }),
  more: plural({
    one: '{count} altra persona',
    many: 'altri {count} di persone',
    other: 'altre {count} persone',
  }),
  inLine: 'In fila',
  line: 'La fila',
};

import { plural } from '../../format.ts';

export const template = {
  sending: 'Enviando',
  fineprint: 'Recibirás una confirmación por correo.',
  invited: 'Vienes de parte de un amigo. ¡Qué bueno verte por aquí!',
  optional: 'opcional',
  emailInvalid: 'Revisa esta dirección: debería tener el formato nombre@example.com.',
  waiting: plural({
    one: '{count} persona en la fila',
    many: '{count} de personas en la fila',
    other: '{count} personas en la fila',
  }),
  signups: plural({
    one: '{count} persona inscrita',
    many: '{count} de personas inscritas',
    other: '{count} personas inscritas',
  }),
  first: 'Sé de los primeros en la fila',
  promise: plural({
    one: 'Avanza un lugar por cada amigo que se una con tu enlace.',
    many: 'Avanza {count} de lugares por cada amigo que se una con tu enlace.',
    other: 'Avanza {count} lugares por cada amigo que se una con tu enlace.',
  }),
  copy: 'Copiar enlace',
};

export const countdown = {
  board: {
    soon: 'PRONTO',
    open: 'ABIERTO',
    closed: 'CERRADO',
    full: 'COMPLETO',
  },
  noDate: 'Fecha por confirmar',
  openSince: 'Abierto desde el {day}',
  nowOpen: 'Ya está abierto',
  comingSoon: 'Muy pronto',
  timeLeft: 'Tiempo restante',
};

export const leaderboard = {
  title: {
    alone: 'Únete ahora y serás el número',
    friends: plural({
      one: 'Trae a un amigo y serás el número',
      many: 'Trae a {count} de amigos y serás el número',
      other: 'Trae a {count} amigos y serás el número',
    }),
  },
  ahead: plural({
    one: 'Una persona delante de ti',
    many: '{count} de personas delante de ti',
    other: '{count} personas delante de ti',
  }),
  noFriends: 'Si ningún amigo se une con tu enlace',
  friends: plural({
    one: 'Si un amigo se une con tu enlace',
    many: 'Si {count} de amigos se unen con tu enlace',
    other: 'Si {count} amigos se unen con tu enlace',
  }),
  each: plural({
    one: 'Cada amigo te hace avanzar un lugar.',
    many: 'Cada amigo te hace avanzar {count} de lugares.',
    other: 'Cada amigo te hace avanzar {count} lugares.',
  }),
  example: plural({
    one: 'Este ejemplo muestra una fila de {count} persona. Ahora mismo serías el número {position}.',
    many: 'Este ejemplo muestra una fila de {count} de personas. Ahora mismo serías el número {position}.',
    other: 'Este ejemplo muestra una fila de {count} personas. Ahora mismo serías el número {position}.',
  }),
  you: 'Tú',
  youAlone: 'Solo tú',
  youWith: plural({
    one: 'Tú, con un amigo',
    many: 'Tú, con {count} de amigos',
    other: 'Tú, con {count} amigos',
  }),
  firstInLine: 'Inicio de la fila',
  lastInLine: 'Final de la fila',
  pass: plural({
    one: 'Adelantas a una persona',
    many: 'Adelantas a {count} de personas',
    other: 'Adelantas a {count} personas',
  }),
  more: plural({ one: '{count} más', many: '{count} más', other: '{count} más' }),
  inLine: 'En la fila',
  line: 'La fila',
};

import { plural } from '../../format.ts';

export const template = {
  sending: 'Enviando',
  fineprint: 'Você vai receber uma confirmação por e-mail.',
  invited: 'Um amigo convidou você. Que bom ter você aqui!',
  optional: 'opcional',
  emailInvalid: 'Confira este endereço: use o formato nome@example.com.',
  waiting: plural({
    one: '{count} pessoa na fila',
    many: '{count} de pessoas na fila',
    other: '{count} pessoas na fila',
  }),
  signups: plural({
    one: '{count} pessoa inscrita',
    many: '{count} de pessoas inscritas',
    other: '{count} pessoas inscritas',
  }),
  first: 'Fique entre os primeiros da fila',
  promise: plural({
    one: 'Avance {count} lugar a cada amigo que entrar com seu link.',
    many: 'Avance {count} de lugares a cada amigo que entrar com seu link.',
    other: 'Avance {count} lugares a cada amigo que entrar com seu link.',
  }),
  copy: 'Copiar link',
};

export const countdown = {
  board: {
    soon: 'EM BREVE',
    open: 'ABERTO',
    closed: 'FECHADO',
    full: 'LOTADO',
  },
  noDate: 'Data a definir',
  openSince: 'Aberto desde {day}',
  nowOpen: 'Já está aberto',
  comingSoon: 'Em breve',
  timeLeft: 'Tempo restante',
};

export const leaderboard = {
  title: {
    alone: 'Entre agora e você será o número',
    friends: plural({
      one: 'Traga um amigo e você será o número',
      many: 'Traga {count} de amigos e você será o número',
      other: 'Traga {count} amigos e você será o número',
    }),
  },
  ahead: plural({
    one: '{count} pessoa na sua frente',
    many: '{count} de pessoas na sua frente',
    other: '{count} pessoas na sua frente',
  }),
  noFriends: 'Se nenhum amigo entrar com seu link',
  friends: plural({
    one: 'Se um amigo entrar com seu link',
    many: 'Se {count} de amigos entrarem com seu link',
    other: 'Se {count} amigos entrarem com seu link',
  }),
  each: plural({
    one: 'Cada amigo faz você avançar {count} lugar.',
    many: 'Cada amigo faz você avançar {count} de lugares.',
    other: 'Cada amigo faz você avançar {count} lugares.',
  }),
  example: plural({
    one: 'Este exemplo mostra uma fila de {count} pessoa. Neste momento, você seria o número {position}.',
    many: 'Este exemplo mostra uma fila de {count} de pessoas. Neste momento, você seria o número {position}.',
    other: 'Este exemplo mostra uma fila de {count} pessoas. Neste momento, você seria o número {position}.',
  }),
  you: 'Você',
  youAlone: 'Só você',
  youWith: plural({
    one: 'Você, com um amigo',
    many: 'Você, com {count} de amigos',
    other: 'Você, com {count} amigos',
  }),
  firstInLine: 'Início da fila',
  lastInLine: 'Fim da fila',
  pass: plural({
    one: 'Você ultrapassa uma pessoa',
    many: 'Você ultrapassa {count} de pessoas',
    other: 'Você ultrapassa {count} pessoas',
  }),
  more: plural({ one: 'mais {count}', many: 'mais {count}', other: 'mais {count}' }),
  inLine: 'Na fila',
  line: 'A fila',
};

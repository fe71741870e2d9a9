import { plural } from '../../format.ts';

export const emails = {
  signedUp: 'Você recebeu este e-mail porque alguém se inscreveu com este endereço em {page}.',
  askedFor: 'Você recebeu este e-mail porque alguém o solicitou em {page}.',
  ignore: 'Se não foi você, pode ignorar este e-mail.',
  stop: 'Parar de receber estes e-mails',
  stopText: 'Parar de receber estes e-mails: {url}',
  linkText: '{label}:',
  seePlace: 'Ver meu lugar',
  number: 'nº {place}',
  place: 'Seu lugar na fila',
  placeText: 'Seu lugar na fila: {number}',
  share: 'Conhece alguém que também vai gostar? Compartilhe seu link:',
  promise: plural({
    one: 'Avance {count} lugar a cada amigo que entrar com seu link:',
    many: 'Avance {count} de lugares a cada amigo que entrar com seu link:',
    other: 'Avance {count} lugares a cada amigo que entrar com seu link:',
  }),
  noName: '',
  byOwner:
    'Este e-mail foi escrito por quem administra a lista de espera “{name}”. Você o recebeu porque alguém se inscreveu com este endereço em {page}.',
  byOwnerText:
    'Este e-mail foi escrito por quem administra a lista de espera “{name}”. Você o recebeu porque alguém se inscreveu com este endereço em {page}',
  confirmation: {
    subject: 'Você está na lista de espera de {name}',
    lead: 'Você está na lista de espera de',
    said: 'Você está na lista de espera de {name}.',
    greeting: 'Olá {visitor}, você está na lista de espera de',
  },
  confirmAddress: {
    subject: 'Confirme seu e-mail para {name}',
    lead: 'Entre na lista de espera de',
    said: 'Entre na lista de espera de {name}',
    task: plural({
      one: 'Confirme seu e-mail para garantir seu lugar na fila. O link vale por {count} hora.',
      many: 'Confirme seu e-mail para garantir seu lugar na fila. O link vale por {count} de horas.',
      other: 'Confirme seu e-mail para garantir seu lugar na fila. O link vale por {count} horas.',
    }),
    button: 'Confirmar meu e-mail',
    otherwise: 'Se não foi você, ignore este e-mail e nada vai acontecer.',
  },
  placeLink: {
    subject: 'Seu lugar na fila de {name}',
    lead: 'Aqui está seu lugar na lista de espera de',
    said: 'Aqui está seu lugar na lista de espera de {name}.',
  },
  leave: {
    subject: 'Sair da lista de espera de {name}?',
    lead: 'Sair da lista de espera de',
    said: 'Sair da lista de espera de {name}?',
    button: 'Sair da lista de espera',
    otherwise: 'Se não foi você, ignore este e-mail e nada vai mudar.',
  },
  movedUp: {
    subject: 'Você subiu para o {number} na lista de espera de {name}',
    place: 'Seu novo lugar na fila',
    placeText: 'Seu novo lugar na fila: {number}',
    lead: plural({
      one: 'Amigos entraram com seu link e você avançou {count} lugar na lista de espera de',
      many: 'Amigos entraram com seu link e você avançou {count} de lugares na lista de espera de',
      other: 'Amigos entraram com seu link e você avançou {count} lugares na lista de espera de',
    }),
    said: plural({
      one: 'Amigos entraram com seu link e você avançou {count} lugar na lista de espera de {name}.',
      many: 'Amigos entraram com seu link e você avançou {count} de lugares na lista de espera de {name}.',
      other: 'Amigos entraram com seu link e você avançou {count} lugares na lista de espera de {name}.',
    }),
    start: 'Amigos entraram com seu link e você avançou na lista de espera de',
    rarely: 'Enviamos no máximo um e-mail deste tipo por dia.',
  },
  invitation: {
    subject: '{name}: chegou a sua vez',
    turn: 'Chegou a sua vez',
    in: 'Pode entrar.',
    inText: 'Pode entrar. Chegou a sua vez.',
    lead: 'Seu convite para',
    said: 'Seu convite para {name}.',
    button: 'Aceitar meu convite',
    reminder: 'Lembrete: {subject}',
    validity: 'Este link é só seu. Ele vale até {date}.',
  },
};

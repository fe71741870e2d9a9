import { plural } from '../../format.ts';

export const emails = {
  signedUp: 'Recibes este correo porque alguien se inscribió con esta dirección en {page}.',
  askedFor: 'Recibes este correo porque alguien lo pidió en {page}.',
  ignore: 'Si no fuiste tú, puedes ignorar este correo.',
  stop: 'Dejar de recibir estos correos',
  stopText: 'Dejar de recibir estos correos: {url}',
  linkText: '{label}:',
  seePlace: 'Ver mi lugar',
  number: 'n.º {place}',
  place: 'Tu lugar en la fila',
  placeText: 'Tu lugar en la fila: {number}',
  share: '¿Conoces a alguien a quien también le pueda interesar? Comparte tu enlace:',
  promise: plural({
    one: 'Avanza {count} lugar por cada amigo que se una con tu enlace:',
    many: 'Avanza {count} de lugares por cada amigo que se una con tu enlace:',
    other: 'Avanza {count} lugares por cada amigo que se una con tu enlace:',
  }),
  noName: '',
  byOwner:
    'Este correo lo escribió quien gestiona la lista de espera «{name}». Lo recibes porque alguien se inscribió con esta dirección en {page}.',
  byOwnerText:
    'Este correo lo escribió quien gestiona la lista de espera «{name}». Lo recibes porque alguien se inscribió con esta dirección en {page}',
  confirmation: {
    subject: 'Ya estás en la lista de espera de {name}',
    lead: 'Ya estás en la lista de espera de',
    said: 'Ya estás en la lista de espera de {name}.',
    greeting: 'Hola {visitor}, ya estás en la lista de espera de',
  },
  confirmAddress: {
    subject: 'Confirma tu correo para {name}',
    lead: 'Únete a la lista de espera de',
    said: 'Únete a la lista de espera de {name}',
    task: plural({
      one: 'Confirma tu correo para conseguir tu lugar en la fila. El enlace es válido durante {count} hora.',
      many: 'Confirma tu correo para conseguir tu lugar en la fila. El enlace es válido durante {count} de horas.',
      other:
        'Confirma tu correo para conseguir tu lugar en la fila. El enlace es válido durante {count} horas.',
    }),
    button: 'Confirmar mi correo',
    otherwise: 'Si no fuiste tú, ignora este correo y no pasará nada.',
  },
  placeLink: {
    subject: 'Tu lugar en la fila de {name}',
    lead: 'Este es tu lugar en la lista de espera de',
    said: 'Este es tu lugar en la lista de espera de {name}.',
  },
  leave: {
    subject: '¿Salir de la lista de espera de {name}?',
    lead: 'Salir de la lista de espera de',
    said: '¿Salir de la lista de espera de {name}?',
    button: 'Salir de la lista de espera',
    otherwise: 'Si no fuiste tú, ignora este correo y nada cambiará.',
  },
  movedUp: {
    subject: 'Subes al {number} en la lista de espera de {name}',
    place: 'Tu nuevo lugar en la fila',
    placeText: 'Tu nuevo lugar en la fila: {number}',
    lead: plural({
      one: 'Gracias a los amigos que se unieron con tu enlace, avanzas {count} lugar en la lista de espera de',
      many: 'Gracias a los amigos que se unieron con tu enlace, avanzas {count} de lugares en la lista de espera de',
      other:
        'Gracias a los amigos que se unieron con tu enlace, avanzas {count} lugares en la lista de espera de',
    }),
    said: plural({
      one: 'Gracias a los amigos que se unieron con tu enlace, avanzas {count} lugar en la lista de espera de {name}.',
      many: 'Gracias a los amigos que se unieron con tu enlace, avanzas {count} de lugares en la lista de espera de {name}.',
      other:
        'Gracias a los amigos que se unieron con tu enlace, avanzas {count} lugares en la lista de espera de {name}.',
    }),
    start: 'Gracias a los amigos que se unieron con tu enlace, avanzas en la lista de espera de',
    rarely: 'Enviamos como máximo un aviso de este tipo al día.',
  },
  invitation: {
    subject: '{name}: ya estás dentro',
    turn: 'Es tu turno',
    in: 'Estás dentro.',
    inText: 'Estás dentro. Es tu turno.',
    lead: 'Tu invitación a',
    said: 'Tu invitación a {name}.',
    button: 'Aceptar mi invitación',
    reminder: 'Recordatorio: {subject}',
    validity: 'Este enlace es solo para ti. Es válido hasta el {date}.',
  },
};

import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – Únete a la lista de espera',
  description: 'Únete a la lista de espera de {name}.',
  frame: '{name}: únete a la lista de espera',
  lead: 'Se acerca algo nuevo. Déjanos tu correo y te avisaremos cuando llegue.',
  email: 'Correo',
  name: 'Nombre',
  optional: '(opcional)',
  choose: 'Elige una opción',
  submit: 'Unirme a la lista',
  needsScript: 'Necesitas JavaScript para unirte a la lista. Actívalo y recarga esta página.',
  joined: 'Ya estás en la lista',
  link: 'Tu enlace para compartir',
  challenge: {
    heading: 'Una verificación rápida',
    lead: 'Confirma que no eres un robot para unirte a la lista.',
    cancel: 'Cancelar',
  },
};

export const form = {
  joining: 'Enviando…',
  emailMissing: 'Escribe tu dirección de correo.',
  emailInvalid: 'Esa dirección de correo no parece correcta. Revísala.',
  nameTooLong: 'Ese nombre es demasiado largo. Usa 100 caracteres como máximo.',
  didYouMean: '¿Quisiste decir {suggestion}? Si {email} es correcto, envíalo de nuevo.',
  use: 'Usar {email}',
  answersWrong: 'Revisa tus respuestas: falta alguna o hay una demasiado larga.',
  busy: 'Un momento, por favor.',
  retrying: 'Está tardando más de lo normal. Seguimos intentándolo…',
  unreachable: 'No pudimos conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  failed: 'Algo salió mal por nuestra parte. Inténtalo de nuevo en un momento.',
  gone: 'Esta lista de espera ya no está abierta.',
  notAllowed: 'Este formulario todavía no está configurado para este sitio.',
  notHuman: 'No pudimos verificar que no eres un robot. Inténtalo de nuevo o recarga la página.',
  waitMinute: 'Demasiados intentos. Espera un minuto e inténtalo de nuevo.',
  waitSeconds: plural({
    one: 'Demasiados intentos. Espera un segundo e inténtalo de nuevo.',
    many: 'Demasiados intentos. Espera {count} de segundos e inténtalo de nuevo.',
    other: 'Demasiados intentos. Espera {count} segundos e inténtalo de nuevo.',
  }),
  alreadyJoined:
    'Esta dirección de correo ya está en la lista. Busca en tu bandeja de entrada el enlace para ver tu lugar.',
  onList: 'Ya estás en la lista. Busca en tu bandeja de entrada el enlace para ver tu lugar.',
  yourPlace: 'Tu lugar',
  placeInLine: 'Tu lugar en la fila: {position}',
  seePlace: 'Ver mi lugar',
  otherEmail: 'Unirme con otro correo',
};

export const challenge = {
  notLoaded:
    'La verificación antirrobots no se cargó. Revisa tu conexión, desactiva los bloqueadores de contenido e inténtalo de nuevo.',
  notConfirmed: 'No pudimos verificar que no eres un robot. Inténtalo de nuevo.',
  tooLong: 'La verificación antirrobots tardó demasiado. Inténtalo de nuevo.',
  canceled: 'Cerraste la verificación antirrobots. Inténtalo de nuevo cuando quieras.',
  unsupported:
    'Este navegador no es compatible con la verificación antirrobots. Actualízalo o prueba con otro.',
};

export const answer = {
  missing: 'Responde a esta pregunta.',
  notTicked: 'Marca esta casilla para unirte a la lista.',
  tooLong: 'Esa respuesta es demasiado larga. Usa 500 caracteres como máximo.',
};

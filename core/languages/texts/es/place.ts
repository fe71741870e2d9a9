import { plural } from '../../format.ts';

export const place = {
  label: 'Tu lugar en la fila',
  title: 'N.º {place} en la fila',
  nobodyAhead: 'No hay nadie delante de ti',
  ahead: plural({
    one: '{count} persona delante de ti',
    many: '{count} de personas delante de ti',
    other: '{count} personas delante de ti',
  }),
  gone: plural({
    one: '{count} ya tiene acceso o salió de la lista',
    many: '{count} ya tienen acceso o salieron de la lista',
    other: '{count} ya tienen acceso o salieron de la lista',
  }),
  expected: 'Fecha estimada de tu turno: {dates}',
  share: '¿Conoces a alguien a quien le pueda interesar? Comparte tu enlace.',
  promise: plural({
    one: 'Avanza {count} lugar por cada amigo que se una con tu enlace.',
    many: 'Avanza {count} de lugares por cada amigo que se una con tu enlace.',
    other: 'Avanza {count} lugares por cada amigo que se una con tu enlace.',
  }),
  next: 'Un amigo más: del {from} al {to}',
  movedUp: 'Avanzaste al lugar {place}.',
  movedDown: 'Ahora estás en el lugar {place}.',
  copy: 'Copiar',
  copied: 'Copiado',
  linkCopied: 'Enlace copiado.',
  copyYourself: 'Usa Ctrl+C o ⌘C para copiar el enlace.',
  imageSaved: 'Imagen guardada.',
  invite: 'Únete tú también a la lista de espera de {name}',
  inHeading: '¡Estás dentro!',
  askedHeading: 'Cuéntanos un poco sobre ti',
  save: 'Guardar',
  saved: 'Guardado. ¡Gracias!',
  image: {
    place: 'Mi lugar en la fila',
    turn: 'Es mi turno',
    in: '¡Estoy dentro!',
    invite: 'Únete a la fila conmigo',
    file: 'mi-lugar-en-la-fila',
  },
};

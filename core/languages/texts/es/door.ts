export const door = {
  closed: {
    not_yet: 'Esta lista de espera todavía no está abierta.',
    closed: 'Esta lista de espera está cerrada.',
    full: 'Esta lista de espera está llena.',
  },
  opens: 'Apertura: {time}',
  advice: 'Puede que se libere un lugar. Vuelve más tarde.',
  bar: {
    joined: '¿Ya estás en la lista?',
    email: 'nombre@example.com',
    send: 'Recibir mi enlace',
  },
};

export const door = {
  closed: {
    not_yet: 'Questa lista d’attesa non è ancora aperta.',
    closed: 'Questa lista d’attesa è chiusa.',
    full: 'Questa lista d’attesa è al completo.',
  },
  opens: 'Apertura: {time}',
  advice: 'Potrebbe liberarsi un posto. Torna più tardi.',
  bar: {
    joined: 'Sei già in lista?',
    email: 'nome@example.com',
    send: 'Inviami il link',
  },
};

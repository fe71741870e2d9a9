export const door = {
  closed: {
    not_yet: 'Esta lista de espera ainda não abriu.',
    closed: 'Esta lista de espera está fechada.',
    full: 'Esta lista de espera está cheia.',
  },
  opens: 'Abertura: {time}',
  advice: 'Talvez abra uma vaga. Volte mais tarde.',
  bar: {
    joined: 'Já está na lista?',
    email: 'nome@example.com',
    send: 'Receber meu link',
  },
};

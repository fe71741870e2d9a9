export const door = {
  closed: {
    not_yet: 'Deze wachtlijst is nog niet open.',
    closed: 'Deze wachtlijst is gesloten.',
    full: 'Deze wachtlijst is vol.',
  },
  opens: 'Gaat open op {time}',
  advice: 'Misschien komt er nog een plek vrij. Kijk later nog eens.',
  bar: {
    joined: 'Sta je al op de lijst?',
    email: 'naam@example.com',
    send: 'Mail me mijn plek',
  },
};

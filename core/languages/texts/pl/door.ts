export const door = {
  closed: {
    not_yet: 'Zapisy na tę listę jeszcze się nie zaczęły.',
    closed: 'Zapisy na tę listę są zamknięte.',
    full: 'Ta lista oczekujących jest pełna.',
  },
  opens: 'Start zapisów: {time}',
  advice: 'Może zwolni się miejsce. Zajrzyj tu później.',
  bar: {
    joined: 'Jesteś już na liście?',
    email: 'adres@example.com',
    send: 'Wyślij mi link',
  },
};

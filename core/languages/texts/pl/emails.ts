import { plural } from '../../format.ts';

// The name of a waitlist stays as it is: it stands alone, in quotation marks, or after a colon.
export const emails = {
  signedUp: 'Otrzymujesz tę wiadomość, ponieważ ktoś podał ten adres przy zapisie na stronie {page}.',
  askedFor: 'Otrzymujesz tę wiadomość, ponieważ ktoś o nią poprosił na stronie {page}.',
  ignore: 'Jeśli to nie Ty, możesz zignorować tę wiadomość.',
  stop: 'Zrezygnuj z tych e-maili',
  stopText: 'Zrezygnuj z tych e-maili: {url}',
  linkText: '{label}:',
  seePlace: 'Zobacz swoje miejsce',
  number: '{place}',
  place: 'Twoje miejsce w kolejce',
  placeText: 'Twoje miejsce w kolejce: {number}',
  share: 'Znasz kogoś, komu też się to spodoba? Udostępnij swój link:',
  promise: plural({
    one: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o {count} miejsce:',
    few: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o {count} miejsca:',
    many: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o {count} miejsc:',
    other: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o {count} miejsca:',
  }),
  noName: '',
  byOwner:
    'Autorem tej wiadomości jest właściciel listy oczekujących „{name}”. Otrzymujesz ją, ponieważ ktoś podał ten adres przy zapisie na stronie {page}.',
  byOwnerText:
    'Autorem tej wiadomości jest właściciel listy oczekujących „{name}”. Otrzymujesz ją, ponieważ ktoś podał ten adres przy zapisie na stronie {page}',
  confirmation: {
    subject: 'Jesteś na liście oczekujących: {name}',
    lead: 'Jesteś na liście oczekujących',
    said: 'Jesteś na liście oczekujących „{name}”.',
    greeting: 'Cześć {visitor}, jesteś na liście oczekujących',
  },
  confirmAddress: {
    subject: '{name}: potwierdź swój adres e-mail',
    lead: 'Zapisz się na listę oczekujących',
    said: 'Zapisz się na listę oczekujących „{name}”',
    task: plural({
      one: 'Potwierdź swój adres e-mail, aby zająć miejsce w kolejce. Link działa przez {count} godzinę.',
      few: 'Potwierdź swój adres e-mail, aby zająć miejsce w kolejce. Link działa przez {count} godziny.',
      many: 'Potwierdź swój adres e-mail, aby zająć miejsce w kolejce. Link działa przez {count} godzin.',
      other: 'Potwierdź swój adres e-mail, aby zająć miejsce w kolejce. Link działa przez {count} godziny.',
    }),
    button: 'Potwierdź adres e-mail',
    otherwise: 'Jeśli to nie Ty, zignoruj tę wiadomość. Nic się nie stanie.',
  },
  placeLink: {
    subject: 'Twoje miejsce w kolejce: {name}',
    lead: 'Oto Twoje miejsce na liście oczekujących',
    said: 'Oto Twoje miejsce na liście oczekujących „{name}”.',
  },
  leave: {
    subject: 'Opuścić listę „{name}”?',
    lead: 'Opuść listę oczekujących',
    said: 'Chcesz opuścić listę oczekujących „{name}”?',
    button: 'Opuść listę',
    otherwise: 'Jeśli to nie Ty, zignoruj tę wiadomość. Nic się nie zmieni.',
  },
  movedUp: {
    subject: 'Awansujesz na miejsce {number}: {name}',
    place: 'Twoje nowe miejsce w kolejce',
    placeText: 'Twoje nowe miejsce w kolejce: {number}',
    lead: plural({
      one: 'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsce na liście oczekujących',
      few: 'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsca na liście oczekujących',
      many: 'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsc na liście oczekujących',
      other: 'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsca na liście oczekujących',
    }),
    said: plural({
      one: 'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsce na liście oczekujących „{name}”.',
      few: 'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsca na liście oczekujących „{name}”.',
      many: 'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsc na liście oczekujących „{name}”.',
      other:
        'Znajomi zapisali się z Twojego linku. Awansujesz o {count} miejsca na liście oczekujących „{name}”.',
    }),
    start: 'Znajomi zapisali się z Twojego linku. Przesuwasz się do przodu na liście oczekujących',
    rarely: 'Takie wiadomości wysyłamy najwyżej raz dziennie.',
  },
  invitation: {
    subject: 'Wchodzisz: {name}',
    turn: 'Twoja kolej',
    in: 'Wchodzisz.',
    inText: 'Wchodzisz. Teraz Twoja kolej.',
    lead: 'Twoje zaproszenie',
    said: 'Twoje zaproszenie: {name}.',
    button: 'Przyjmij zaproszenie',
    reminder: 'Przypomnienie: {subject}',
    validity: 'Ten link jest tylko dla Ciebie. Działa do {date}.',
  },
};

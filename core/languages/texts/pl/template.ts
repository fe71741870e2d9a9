import { plural } from '../../format.ts';

export const template = {
  sending: 'Zapisujemy',
  fineprint: 'Potwierdzenie wyślemy Ci e-mailem.',
  invited: 'Ktoś znajomy poleca Ci tę listę. Miło, że jesteś.',
  optional: 'opcjonalnie',
  emailInvalid: 'Sprawdź ten adres: powinien wyglądać tak jak adres@example.com.',
  waiting: plural({
    one: '{count} osoba w kolejce',
    few: '{count} osoby w kolejce',
    many: '{count} osób w kolejce',
    other: '{count} osoby w kolejce',
  }),
  signups: plural({
    one: '{count} osoba już się zapisała',
    few: '{count} osoby już się zapisały',
    many: '{count} osób już się zapisało',
    other: '{count} osoby już się zapisało',
  }),
  first: 'Bądź wśród pierwszych w kolejce',
  promise: plural({
    one: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o jedno miejsce.',
    few: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o {count} miejsca.',
    many: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o {count} miejsc.',
    other: 'Za każdą osobę, która zapisze się z Twojego linku, awansujesz o {count} miejsca.',
  }),
  copy: 'Kopiuj link',
};

export const countdown = {
  board: {
    soon: 'WKRÓTCE',
    open: 'OTWARTE',
    closed: 'ZAMKNIĘTE',
    full: 'KOMPLET',
  },
  noDate: 'Wkrótce podamy datę',
  openSince: 'Otwarte od {day}',
  nowOpen: 'Już otwarte',
  comingSoon: 'Już wkrótce',
  timeLeft: 'Pozostały czas',
};

export const leaderboard = {
  title: {
    alone: 'Zapisz się teraz, a zajmiesz miejsce',
    friends: plural({
      one: 'Przyprowadź jedną osobę, a zajmiesz miejsce',
      few: 'Przyprowadź {count} znajomych, a zajmiesz miejsce',
      many: 'Przyprowadź {count} znajomych, a zajmiesz miejsce',
      other: 'Przyprowadź {count} znajomego, a zajmiesz miejsce',
    }),
  },
  ahead: plural({
    one: 'Jedna osoba przed Tobą',
    few: '{count} osoby przed Tobą',
    many: '{count} osób przed Tobą',
    other: '{count} osoby przed Tobą',
  }),
  noFriends: 'Jeśli nikt nie zapisze się z Twojego linku',
  friends: plural({
    one: 'Jeśli z Twojego linku zapisze się jedna osoba',
    few: 'Jeśli z Twojego linku zapisze się {count} znajomych',
    many: 'Jeśli z Twojego linku zapisze się {count} znajomych',
    other: 'Jeśli z Twojego linku zapisze się {count} znajomego',
  }),
  each: plural({
    one: 'Za każdą osobę awansujesz o jedno miejsce.',
    few: 'Za każdą osobę awansujesz o {count} miejsca.',
    many: 'Za każdą osobę awansujesz o {count} miejsc.',
    other: 'Za każdą osobę awansujesz o {count} miejsca.',
  }),
  example: plural({
    one: 'Przykładowa kolejka liczy {count} osobę. W prawdziwej kolejce zajmiesz teraz miejsce {position}.',
    few: 'Przykładowa kolejka liczy {count} osoby. W prawdziwej kolejce zajmiesz teraz miejsce {position}.',
    many: 'Przykładowa kolejka liczy {count} osób. W prawdziwej kolejce zajmiesz teraz miejsce {position}.',
    other: 'Przykładowa kolejka liczy {count} osoby. W prawdziwej kolejce zajmiesz teraz miejsce {position}.',
  }),
  you: 'Ty',
  youAlone: 'Tylko Ty',
  youWith: plural({
    one: 'Ty i jedna osoba',
    few: 'Ty i {count} znajomych',
    many: 'Ty i {count} znajomych',
    other: 'Ty i {count} znajomego',
  }),
  firstInLine: 'Początek kolejki',
  lastInLine: 'Koniec kolejki',
  pass: plural({
    one: 'Wyprzedzasz jedną osobę',
    few: 'Wyprzedzasz {count} osoby',
    many: 'Wyprzedzasz {count} osób',
    other: 'Wyprzedzasz {count} osoby',
  }),
  more: plural({
    one: 'Jeszcze {count} osoba',
    few: 'Jeszcze {count} osoby',
    many: 'Jeszcze {count} osób',
    other: 'Jeszcze {count} osoby',
  }),
  inLine: 'W kolejce',
  line: 'Kolejka',
};

import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – zapisz się na listę oczekujących',
  description: 'Zapisz się na listę oczekujących „{name}”.',
  frame: '{name}: zapisz się na listę oczekujących',
  lead: 'Szykujemy coś nowego. Zostaw swój adres e-mail, a damy Ci znać, gdy będzie gotowe.',
  email: 'E-mail',
  name: 'Imię',
  optional: '(opcjonalnie)',
  choose: 'Wybierz',
  submit: 'Zapisz się na listę',
  needsScript: 'Aby się zapisać, włącz JavaScript i odśwież tę stronę.',
  joined: 'Jesteś na liście',
  link: 'Twój link dla znajomych',
  challenge: {
    heading: 'Jeszcze krótka weryfikacja',
    lead: 'Aby się zapisać, potwierdź, że nie jesteś robotem.',
    cancel: 'Anuluj',
  },
};

export const form = {
  joining: 'Zapisujemy…',
  emailMissing: 'Podaj swój adres e-mail.',
  emailInvalid: 'Ten adres e-mail wygląda na błędny. Sprawdź go.',
  nameTooLong: 'To imię jest za długie. Wpisz najwyżej 100 znaków.',
  didYouMean: 'Czy chodziło o {suggestion}? Jeśli {email} to właściwy adres, wyślij formularz jeszcze raz.',
  use: 'Użyj {email}',
  answersWrong: 'Sprawdź, czy żadnej odpowiedzi nie brakuje i czy żadna nie jest za długa.',
  busy: 'Chwileczkę.',
  retrying: 'To trwa dłużej niż zwykle. Próbujemy jeszcze raz…',
  unreachable: 'Nie można połączyć się z serwerem. Sprawdź połączenie z internetem i spróbuj ponownie.',
  failed: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie za chwilę.',
  gone: 'Tej listy oczekujących już nie ma.',
  notAllowed: 'Ten formularz nie jest jeszcze skonfigurowany dla tej witryny.',
  notHuman: 'Nie udało się potwierdzić, że nie jesteś robotem. Spróbuj ponownie lub odśwież stronę.',
  waitMinute: 'Zbyt wiele prób. Odczekaj minutę i spróbuj ponownie.',
  waitSeconds: plural({
    one: 'Zbyt wiele prób. Odczekaj sekundę i spróbuj ponownie.',
    few: 'Zbyt wiele prób. Odczekaj {count} sekundy i spróbuj ponownie.',
    many: 'Zbyt wiele prób. Odczekaj {count} sekund i spróbuj ponownie.',
    other: 'Zbyt wiele prób. Odczekaj {count} sekundy i spróbuj ponownie.',
  }),
  alreadyJoined: 'Ten adres e-mail jest już na liście. Link do swojego miejsca znajdziesz w skrzynce.',
  onList: 'Jesteś na liście. Link do swojego miejsca znajdziesz w skrzynce e-mail.',
  yourPlace: 'Twoje miejsce',
  placeInLine: 'Twoje miejsce w kolejce: {position}',
  seePlace: 'Zobacz swoje miejsce',
  otherEmail: 'Zapisz inny adres e-mail',
};

export const challenge = {
  notLoaded:
    'Nie udało się wczytać weryfikacji. Sprawdź połączenie z internetem, wyłącz blokowanie treści i spróbuj ponownie.',
  notConfirmed: 'Nie udało się potwierdzić, że nie jesteś robotem. Spróbuj ponownie.',
  tooLong: 'Weryfikacja trwała zbyt długo. Spróbuj ponownie.',
  canceled: 'Okno weryfikacji zostało zamknięte. Spróbuj ponownie w dogodnej chwili.',
  unsupported: 'Weryfikacja nie działa w tej przeglądarce. Zaktualizuj ją lub użyj innej.',
};

export const answer = {
  missing: 'Odpowiedz na to pytanie.',
  notTicked: 'Aby się zapisać, zaznacz to pole.',
  tooLong: 'Ta odpowiedź jest za długa. Wpisz najwyżej 500 znaków.',
};

export const embed = {
  label: 'Zapisz się na listę oczekujących „{name}”',
  name: 'Twoje imię (opcjonalnie)',
  already: 'Jesteś już na liście? Zobacz swoje miejsce',
  share: 'Udostępnij',
  seeInvitation: 'Zobacz zaproszenie',
  notSaved: 'Nie udało się. Spróbuj ponownie za chwilę.',
};

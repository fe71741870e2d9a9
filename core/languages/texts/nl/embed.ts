export const embed = {
  label: 'Meld je aan voor de wachtlijst van {name}',
  name: 'Je naam (optioneel)',
  already: 'Sta je al op de lijst? Bekijk je plek',
  share: 'Delen',
  seeInvitation: 'Bekijk je uitnodiging',
  notSaved: 'Dat is niet gelukt. Probeer het zo nog eens.',
};

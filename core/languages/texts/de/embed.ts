export const embed = {
  label: 'In die Warteliste für {name} eintragen',
  name: 'Dein Name (optional)',
  already: 'Schon auf der Liste? Platz ansehen',
  share: 'Teilen',
  seeInvitation: 'Einladung ansehen',
  notSaved: 'Das hat nicht geklappt. Bitte versuche es gleich noch einmal.',
};

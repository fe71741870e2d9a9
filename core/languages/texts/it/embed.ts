export const embed = {
  label: 'Iscriviti alla lista d’attesa di {name}',
  name: 'Il tuo nome (facoltativo)',
  already: 'Sei già in lista? Vedi il tuo posto',
  share: 'Condividi',
  seeInvitation: 'Vedi il tuo invito',
  notSaved: 'Non ha funzionato. Riprova tra un attimo.',
};

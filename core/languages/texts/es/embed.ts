export const embed = {
  label: 'Únete a la lista de espera de {name}',
  name: 'Tu nombre (opcional)',
  already: '¿Ya estás en la lista? Ver mi lugar',
  share: 'Compartir',
  seeInvitation: 'Ver mi invitación',
  notSaved: 'No funcionó. Inténtalo de nuevo en un momento.',
};

export const embed = {
  label: 'Rejoindre la liste d’attente pour {name}',
  name: 'Votre nom (facultatif)',
  already: 'Déjà sur la liste ? Voir ma place',
  share: 'Partager',
  seeInvitation: 'Voir mon invitation',
  notSaved: 'Cela n’a pas fonctionné. Réessayez dans un instant.',
};

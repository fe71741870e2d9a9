export const door = {
  closed: {
    not_yet: 'Cette liste d’attente n’est pas encore ouverte.',
    closed: 'Cette liste d’attente est fermée.',
    full: 'Cette liste d’attente est complète.',
  },
  opens: 'Ouverture le {time}',
  advice: 'Une place peut se libérer. Revenez plus tard.',
  bar: {
    joined: 'Déjà sur la liste ?',
    email: 'nom@example.com',
    send: 'Recevoir mon lien',
  },
};

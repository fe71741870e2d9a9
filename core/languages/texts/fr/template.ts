import { plural } from '../../format.ts';

export const template = {
  sending: 'Inscription',
  fineprint: 'Vous recevrez une confirmation par e-mail.',
  invited: 'Vous venez de la part d’un ami. Bienvenue !',
  optional: 'facultatif',
  emailInvalid: 'Vérifiez cette adresse : elle devrait ressembler à nom@example.com.',
  waiting: plural({
    one: '{count} personne dans la file',
    many: '{count} de personnes dans la file',
    other: '{count} personnes dans la file',
  }),
  signups: plural({
    one: '{count} personne inscrite',
    many: '{count} de personnes inscrites',
    other: '{count} personnes inscrites',
  }),
  first: 'Soyez parmi les premiers dans la file',
  promise: plural({
    one: 'Gagnez {count} place pour chaque ami qui s’inscrit avec votre lien.',
    many: 'Gagnez {count} de places pour chaque ami qui s’inscrit avec votre lien.',
    other: 'Gagnez {count} places pour chaque ami qui s’inscrit avec votre lien.',
  }),
  copy: 'Copier le lien',
};

export const countdown = {
  board: {
    soon: 'BIENTÔT',
    open: 'OUVERT',
    closed: 'FERMÉ',
    full: 'COMPLET',
  },
  noDate: 'Date à venir',
  openSince: 'Ouvert depuis le {day}',
  nowOpen: 'C’est ouvert',
  comingSoon: 'Bientôt disponible',
  timeLeft: 'Temps restant',
};

export const leaderboard = {
  title: {
    alone: 'Inscrivez-vous maintenant et vous serez numéro',
    friends: plural({
      one: 'Venez avec un ami et vous serez numéro',
      many: 'Venez avec {count} d’amis et vous serez numéro',
      other: 'Venez avec {count} amis et vous serez numéro',
    }),
  },
  ahead: plural({
    one: '{count} personne devant vous',
    many: '{count} de personnes devant vous',
    other: '{count} personnes devant vous',
  }),
  noFriends: 'Si aucun ami ne s’inscrit avec votre lien',
  friends: plural({
    one: 'Si un ami s’inscrit avec votre lien',
    many: 'Si {count} d’amis s’inscrivent avec votre lien',
    other: 'Si {count} amis s’inscrivent avec votre lien',
  }),
  each: plural({
    one: 'Chaque ami vous fait gagner {count} place.',
    many: 'Chaque ami vous fait gagner {count} de places.',
    other: 'Chaque ami vous fait gagner {count} places.',
  }),
  example: plural({
    one: 'Exemple avec une file de {count} personne. Pour l’instant, vous seriez numéro {position}.',
    many: 'Exemple avec une file de {count} de personnes. Pour l’instant, vous seriez numéro {position}.',
    other: 'Exemple avec une file de {count} personnes. Pour l’instant, vous seriez numéro {position}.',
  }),
  you: 'Vous',
  youAlone: 'Vous, en solo',
  youWith: plural({
    one: 'Vous, avec un ami',
    many: 'Vous, avec {count} d’amis',
    other: 'Vous, avec {count} amis',
  }),
  firstInLine: 'Début de la file',
  lastInLine: 'Fin de la file',
  pass: plural({
    one: 'Vous dépassez une personne',
    many: 'Vous dépassez {count} de personnes',
    other: 'Vous dépassez {count} personnes',
  }),
  more: plural({ one: '{count} autre', many: '{count} d’autres', other: '{count} autres' }),
  inLine: 'Dans la file',
  line: 'La file',
};

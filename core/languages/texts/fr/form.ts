import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – Rejoindre la liste d’attente',
  description: 'Rejoignez la liste d’attente pour {name}.',
  frame: '{name} : rejoindre la liste d’attente',
  lead: 'Une nouveauté se prépare. Laissez votre e-mail et nous vous préviendrons dès qu’elle sera là.',
  email: 'E-mail',
  name: 'Nom',
  optional: '(facultatif)',
  choose: 'Choisissez une option',
  submit: 'Rejoindre la liste',
  needsScript: 'L’inscription nécessite JavaScript. Activez-le et rechargez cette page.',
  joined: 'Vous êtes sur la liste',
  link: 'Votre lien à partager',
  challenge: {
    heading: 'Petite vérification',
    lead: 'Confirmez que vous n’êtes pas un robot pour rejoindre la liste.',
    cancel: 'Annuler',
  },
};

export const form = {
  joining: 'Inscription…',
  emailMissing: 'Saisissez votre adresse e-mail.',
  emailInvalid: 'Cette adresse e-mail semble incorrecte. Vérifiez-la.',
  nameTooLong: 'Ce nom est trop long. Utilisez 100 caractères au maximum.',
  didYouMean: 'Vouliez-vous dire {suggestion} ? Si {email} est la bonne adresse, envoyez-la à nouveau.',
  use: 'Utiliser {email}',
  answersWrong: 'Vérifiez vos réponses : il en manque une, ou l’une d’elles est trop longue.',
  busy: 'Un instant, s’il vous plaît.',
  retrying: 'C’est plus long que d’habitude. Nous réessayons…',
  unreachable: 'Impossible de joindre le serveur. Vérifiez votre connexion et réessayez.',
  failed: 'Une erreur s’est produite de notre côté. Réessayez dans un instant.',
  gone: 'Cette liste d’attente n’est plus ouverte.',
  notAllowed: 'Ce formulaire n’est pas encore configuré pour ce site.',
  notHuman: 'Nous n’avons pas pu vérifier que vous n’êtes pas un robot. Réessayez ou rechargez la page.',
  waitMinute: 'Trop de tentatives. Patientez une minute et réessayez.',
  waitSeconds: plural({
    one: 'Trop de tentatives. Patientez une seconde et réessayez.',
    many: 'Trop de tentatives. Patientez {count} de secondes et réessayez.',
    other: 'Trop de tentatives. Patientez {count} secondes et réessayez.',
  }),
  alreadyJoined:
    'Cette adresse e-mail est déjà sur la liste. Consultez vos e-mails : vous y trouverez le lien pour voir votre place.',
  onList: 'Vous êtes sur la liste. Consultez vos e-mails : vous y trouverez le lien pour voir votre place.',
  yourPlace: 'Votre place',
  placeInLine: 'Votre place dans la file : {position}',
  seePlace: 'Voir ma place',
  otherEmail: 'Utiliser un autre e-mail',
};

export const challenge = {
  notLoaded:
    'La vérification anti-robot ne s’est pas chargée. Vérifiez votre connexion, désactivez vos bloqueurs de contenu et réessayez.',
  notConfirmed: 'Nous n’avons pas pu vérifier que vous n’êtes pas un robot. Réessayez.',
  tooLong: 'La vérification anti-robot a pris trop de temps. Réessayez.',
  canceled: 'Vous avez fermé la vérification anti-robot. Réessayez quand vous voulez.',
  unsupported:
    'Ce navigateur ne prend pas en charge la vérification anti-robot. Mettez-le à jour ou essayez-en un autre.',
};

export const answer = {
  missing: 'Merci de répondre à cette question.',
  notTicked: 'Cochez cette case pour rejoindre la liste.',
  tooLong: 'Cette réponse est trop longue. Utilisez 500 caractères au maximum.',
};

import { plural } from '../../format.ts';

export const place = {
  label: 'Votre place dans la file',
  title: 'N° {place} dans la file',
  nobodyAhead: 'Personne devant vous',
  ahead: plural({
    one: '{count} personne devant vous',
    many: '{count} de personnes devant vous',
    other: '{count} personnes devant vous',
  }),
  gone: plural({
    one: '{count} a déjà son accès ou a quitté la liste',
    many: '{count} ont déjà leur accès ou ont quitté la liste',
    other: '{count} ont déjà leur accès ou ont quitté la liste',
  }),
  expected: 'Votre tour (estimation) : {dates}',
  share: 'Vous connaissez quelqu’un que cela pourrait intéresser ? Partagez votre lien.',
  promise: plural({
    one: 'Gagnez {count} place pour chaque ami qui s’inscrit avec votre lien.',
    many: 'Gagnez {count} de places pour chaque ami qui s’inscrit avec votre lien.',
    other: 'Gagnez {count} places pour chaque ami qui s’inscrit avec votre lien.',
  }),
  next: 'Un ami de plus : de la place {from} à la {to}',
  movedUp: 'Vous avancez à la place {place}.',
  movedDown: 'Vous êtes maintenant à la place {place}.',
  copy: 'Copier',
  copied: 'Copié',
  linkCopied: 'Lien copié.',
  copyYourself: 'Appuyez sur Ctrl+C ou ⌘C pour copier le lien.',
  imageSaved: 'Image enregistrée.',
  invite: 'Rejoignez-moi sur la liste d’attente pour {name}',
  inHeading: 'C’est votre tour !',
  askedHeading: 'Parlez-nous un peu de vous',
  save: 'Enregistrer',
  saved: 'C’est enregistré. Merci !',
  image: {
    place: 'Ma place dans la file',
    turn: 'C’est mon tour',
    in: 'J’y suis !',
    invite: 'Rejoignez-moi dans la file',
    file: 'ma-place-dans-la-file',
  },
};

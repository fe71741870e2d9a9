import { plural } from '../../format.ts';

export const emails = {
  signedUp: 'Vous recevez cet e-mail parce que quelqu’un s’est inscrit avec cette adresse sur {page}.',
  askedFor: 'Vous recevez cet e-mail parce que quelqu’un l’a demandé sur {page}.',
  ignore: 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',
  stop: 'Ne plus recevoir ces e-mails',
  stopText: 'Ne plus recevoir ces e-mails : {url}',
  linkText: '{label} :',
  seePlace: 'Voir ma place',
  number: 'n° {place}',
  place: 'Votre place dans la file',
  placeText: 'Votre place dans la file : {number}',
  share: 'Vous connaissez quelqu’un que cela pourrait intéresser ? Partagez votre lien :',
  promise: plural({
    one: 'Gagnez {count} place pour chaque ami qui s’inscrit avec votre lien :',
    many: 'Gagnez {count} de places pour chaque ami qui s’inscrit avec votre lien :',
    other: 'Gagnez {count} places pour chaque ami qui s’inscrit avec votre lien :',
  }),
  noName: '',
  byOwner:
    'Cet e-mail a été écrit par la personne qui gère la liste d’attente « {name} ». Vous le recevez parce que quelqu’un s’est inscrit avec cette adresse sur {page}.',
  byOwnerText:
    'Cet e-mail a été écrit par la personne qui gère la liste d’attente « {name} ». Vous le recevez parce que quelqu’un s’est inscrit avec cette adresse sur {page}',
  confirmation: {
    subject: 'Vous êtes sur la liste d’attente pour {name}',
    lead: 'Vous êtes sur la liste d’attente pour',
    said: 'Vous êtes sur la liste d’attente pour {name}.',
    greeting: 'Bonjour {visitor}, vous êtes sur la liste d’attente pour',
  },
  confirmAddress: {
    subject: 'Confirmez votre adresse e-mail pour {name}',
    lead: 'Rejoignez la liste d’attente pour',
    said: 'Rejoignez la liste d’attente pour {name}',
    task: plural({
      one: 'Confirmez votre adresse e-mail pour obtenir votre place dans la file. Le lien est valable {count} heure.',
      many: 'Confirmez votre adresse e-mail pour obtenir votre place dans la file. Le lien est valable {count} d’heures.',
      other:
        'Confirmez votre adresse e-mail pour obtenir votre place dans la file. Le lien est valable {count} heures.',
    }),
    button: 'Confirmer mon e-mail',
    otherwise: 'Si ce n’était pas vous, ignorez cet e-mail et il ne se passera rien.',
  },
  placeLink: {
    subject: 'Votre place dans la file pour {name}',
    lead: 'Voici votre place sur la liste d’attente pour',
    said: 'Voici votre place sur la liste d’attente pour {name}.',
  },
  leave: {
    subject: 'Quitter la liste d’attente pour {name} ?',
    lead: 'Quitter la liste d’attente pour',
    said: 'Quitter la liste d’attente pour {name} ?',
    button: 'Quitter la liste d’attente',
    otherwise: 'Si ce n’était pas vous, ignorez cet e-mail et rien ne changera.',
  },
  movedUp: {
    subject: 'Vous passez {number} sur la liste d’attente pour {name}',
    place: 'Votre nouvelle place dans la file',
    placeText: 'Votre nouvelle place dans la file : {number}',
    lead: plural({
      one: 'Grâce aux amis inscrits avec votre lien, vous gagnez {count} place sur la liste d’attente pour',
      many: 'Grâce aux amis inscrits avec votre lien, vous gagnez {count} de places sur la liste d’attente pour',
      other:
        'Grâce aux amis inscrits avec votre lien, vous gagnez {count} places sur la liste d’attente pour',
    }),
    said: plural({
      one: 'Grâce aux amis inscrits avec votre lien, vous gagnez {count} place sur la liste d’attente pour {name}.',
      many: 'Grâce aux amis inscrits avec votre lien, vous gagnez {count} de places sur la liste d’attente pour {name}.',
      other:
        'Grâce aux amis inscrits avec votre lien, vous gagnez {count} places sur la liste d’attente pour {name}.',
    }),
    start: 'Grâce aux amis inscrits avec votre lien, vous avancez sur la liste d’attente pour',
    rarely: 'Nous envoyons au maximum un message de ce type par jour.',
  },
  invitation: {
    subject: '{name} : c’est votre tour',
    turn: 'C’est votre tour',
    in: 'Ça y est !',
    inText: 'Ça y est ! C’est votre tour.',
    lead: 'Votre invitation pour',
    said: 'Votre invitation pour {name}.',
    button: 'Accepter mon invitation',
    reminder: 'Rappel : {subject}',
    validity: 'Ce lien est personnel. Il est valable jusqu’au {date}.',
  },
};

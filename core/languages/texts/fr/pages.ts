import { plural } from '../../format.ts';

const loss =
  'Votre adresse e-mail, votre nom et votre lien de parrainage seront effacés. Vous perdrez votre place. C’est irréversible.';

export const pages = {
  poweredBy: 'Propulsé par {service}',
  place: {
    titleIn: 'C’est votre tour',
    description: 'Votre place sur la liste d’attente pour {name}.',
    people: 'Personnes inscrites',
    friends: 'Amis inscrits',
    saveImage: 'Enregistrer l’image',
    how: 'Que signifient ces chiffres ?',
    howPlace:
      'Votre place tient compte de toutes les personnes inscrites avant vous. Elle ne change pas quand des personnes devant vous obtiennent leur accès ou quittent la liste.',
    howFriends: plural({
      one: 'Chaque ami qui s’inscrit avec votre lien vous fait gagner {count} place.',
      many: 'Chaque ami qui s’inscrit avec votre lien vous fait gagner {count} de places.',
      other: 'Chaque ami qui s’inscrit avec votre lien vous fait gagner {count} places.',
    }),
    howOthers: 'Les personnes derrière vous peuvent vous dépasser de la même façon.',
    qrCode: 'QR code',
    qrCodeOfLink: 'QR code de votre lien',
    invitedUntil: 'Votre invitation est valable jusqu’au {date}.',
    accept: 'Accepter mon invitation',
    accepted: 'Vous avez accepté votre invitation.',
  },
  share: {
    x: 'Partager sur X',
    whatsapp: 'Partager sur WhatsApp',
    linkedin: 'Partager sur LinkedIn',
    email: 'Partager par e-mail',
    other: 'Partager…',
  },
  leave: {
    open: 'Quitter la liste d’attente',
    hint: 'Saisissez l’adresse utilisée pour votre inscription. Nous y enverrons un lien pour effacer vos données.',
    example: 'nom@example.com',
    email: 'E-mail',
    send: 'Recevoir le lien',
  },
  confirm: {
    description: 'Confirmez votre adresse e-mail et rejoignez la liste d’attente pour {name}.',
    heading: 'Confirmez votre e-mail',
    lead: 'Un clic, et vous êtes sur la liste.',
    button: 'Confirmer mon e-mail',
    fullHeading: 'Cette liste d’attente est complète',
    fullLead:
      'Vous n’êtes pas encore sur la liste. Si une place se libère tant que votre lien est valable, vous pourrez encore la prendre.',
    fullButton: 'Réessayer',
    doneHeading: 'Vous êtes sur la liste',
    doneLead: 'Votre adresse e-mail est confirmée.',
    doneButton: 'Voir ma place',
    expiredHeading: 'Ce lien a expiré',
    expired: plural({
      one: 'Les liens de confirmation sont valables {count} heure. Inscrivez-vous à nouveau pour en recevoir un autre.',
      many: 'Les liens de confirmation sont valables {count} d’heures. Inscrivez-vous à nouveau pour en recevoir un autre.',
      other:
        'Les liens de confirmation sont valables {count} heures. Inscrivez-vous à nouveau pour en recevoir un autre.',
    }),
  },
  stop: {
    title: 'Ne plus recevoir d’e-mails',
    heading: 'Ne plus recevoir d’e-mails de « {name} » ?',
    keep: 'Vous gardez votre place sur la liste d’attente.',
    button: 'Ne plus recevoir d’e-mails',
    leave: 'Quitter la liste d’attente…',
    stoppedTitle: 'E-mails désactivés',
    stoppedHeading: 'Vous ne recevrez plus d’e-mails de « {name} »',
    stopped:
      'Ce choix reste valable même si vous quittez la liste d’attente ou la rejoignez à nouveau. Vous gardez votre place.',
    leaveTitle: 'Quitter la liste d’attente',
    leaveHeading: 'Quitter la liste « {name} » ?',
    loss,
    stay: 'Garder ma place',
    erase: 'Quitter et effacer mes données',
    keptTitle: 'Vous gardez votre place',
    keptHeading: 'Vous gardez votre place sur la liste « {name} »',
    kept: 'Rien n’a changé. Vous pouvez fermer cette page.',
    oldTitle: 'Lien trop ancien',
    oldHeading: 'Ce lien est trop ancien pour quitter la liste « {name} »',
    old: 'Il permet encore de ne plus recevoir d’e-mails. Pour quitter la liste, ouvrez sa page et demandez le lien pour voir votre place. Vous le recevrez par e-mail, avec un lien pour quitter la liste.',
    leftTitle: 'Vous avez quitté la liste',
    leftHeading: 'Vous avez quitté la liste « {name} »',
    left: 'Nous avons effacé vos données. Si la personne qui gère la liste conserve les inscriptions dans sa propre base de données, vos données y seront effacées d’ici quelques minutes.',
    failedTitle: 'Réessayez dans un instant',
    failed: 'Patientez un instant, puis rouvrez le lien reçu par e-mail.',
  },
  notice: {
    noPage: 'Liste d’attente introuvable',
    noPageAdvice:
      'Le lien contient peut-être une erreur, ou la liste d’attente a été déplacée ou fermée. Vérifiez auprès de la personne qui a partagé le lien.',
    badLinkTitle: 'Lien non valide',
    badLink: 'Ce lien n’est pas valide',
    badPlace:
      'Il est peut-être incomplet. Si vous avez quitté la liste d’attente, vos données ont été effacées.',
    badConfirm: 'Il est peut-être incomplet. Rouvrez-le depuis l’e-mail.',
    badStop:
      'Il est peut-être incomplet, ou provient d’un e-mail de test. Si vous avez quitté la liste d’attente, vos données sont déjà effacées.',
    tooMany: 'Trop de requêtes',
    waitForLink: plural({
      one: 'Patientez {count} seconde, puis rouvrez le lien.',
      many: 'Patientez {count} de secondes, puis rouvrez le lien.',
      other: 'Patientez {count} secondes, puis rouvrez le lien.',
    }),
    checkEmail: 'Consultez vos e-mails',
    alreadyJoined: 'Vous êtes déjà sur la liste',
    linkMailed: 'Consultez vos e-mails : vous y trouverez le lien pour voir votre place.',
    checkInbox: 'Consultez votre boîte de réception',
    badEmail: 'Cette adresse e-mail semble incorrecte',
    badEmailAdvice: 'Revenez en arrière, vérifiez-la et réessayez.',
    refusedEmail: 'Vous ne pouvez pas vous inscrire avec cette adresse',
    longName: 'Ce nom est trop long',
    longNameAdvice: 'Revenez en arrière et utilisez 100 caractères au maximum.',
    badAnswers: 'Vérifiez vos réponses',
    badAnswersAdvice:
      'Revenez en arrière, rechargez la page au cas où une question aurait changé, et réessayez.',
    badForm: 'Ce formulaire n’est pas bien configuré',
    badFormAdvice:
      'Signalez-le à la personne qui gère le site : redirectUrl doit commencer par l’une des origines de allowedOrigins de la liste d’attente.',
    notHuman: 'Nous n’avons pas pu vérifier que vous n’êtes pas un robot',
    notHumanAdvice: 'Revenez en arrière, activez JavaScript et réessayez.',
    badSite: 'Ce site ne peut pas vous inscrire sur la liste d’attente',
    badSiteAdvice:
      'Signalez-le à la personne qui gère le site : son origine doit figurer dans allowedOrigins de la liste d’attente.',
    later: 'Réessayez dans un instant.',
  },
};

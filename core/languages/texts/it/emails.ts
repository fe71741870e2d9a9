import { plural } from '../../format.ts';

export const emails = {
  signedUp: 'Ricevi questa email perché qualcuno si è iscritto con questo indirizzo su {page}.',
  askedFor: 'Ricevi questa email perché qualcuno l’ha richiesta su {page}.',
  ignore: 'Se non eri tu, puoi ignorare questa email.',
  stop: 'Non ricevere più queste email',
  stopText: 'Non ricevere più queste email: {url}',
  linkText: '{label}:',
  seePlace: 'Vedi il tuo posto',
  number: 'n° {place}',
  place: 'Il tuo posto in fila',
  placeText: 'Il tuo posto in fila: {number}',
  share: 'Conosci qualcuno a cui potrebbe interessare? Condividi il tuo link:',
  promise: plural({
    one: 'Guadagni {count} posto per ogni amico che si iscrive con il tuo link:',
    many: 'Guadagni {count} di posti per ogni amico che si iscrive con il tuo link:',
    other: 'Guadagni {count} posti per ogni amico che si iscrive con il tuo link:',
  }),
  noName: '',
  byOwner:
    'Questa email è stata scritta da chi gestisce la lista d’attesa “{name}”. La ricevi perché qualcuno si è iscritto con questo indirizzo su {page}.',
  byOwnerText:
    'Questa email è stata scritta da chi gestisce la lista d’attesa “{name}”. La ricevi perché qualcuno si è iscritto con questo indirizzo su {page}',
  confirmation: {
    subject: 'Sei nella lista d’attesa di {name}',
    lead: 'Sei nella lista d’attesa di',
    said: 'Sei nella lista d’attesa di {name}.',
    greeting: 'Ciao {visitor}, sei nella lista d’attesa di',
  },
  confirmAddress: {
    subject: 'Conferma il tuo indirizzo email per {name}',
    lead: 'Iscriviti alla lista d’attesa di',
    said: 'Iscriviti alla lista d’attesa di {name}',
    task: plural({
      one: 'Conferma il tuo indirizzo email per avere il tuo posto in fila. Il link è valido per {count} ora.',
      many: 'Conferma il tuo indirizzo email per avere il tuo posto in fila. Il link è valido per {count} di ore.',
      other:
        'Conferma il tuo indirizzo email per avere il tuo posto in fila. Il link è valido per {count} ore.',
    }),
    button: 'Conferma la tua email',
    otherwise: 'Se non eri tu, ignora questa email e non succederà nulla.',
  },
  placeLink: {
    subject: 'Il tuo posto in fila per {name}',
    lead: 'Ecco il tuo posto nella lista d’attesa di',
    said: 'Ecco il tuo posto nella lista d’attesa di {name}.',
  },
  leave: {
    subject: 'Vuoi uscire dalla lista d’attesa di {name}?',
    lead: 'Esci dalla lista d’attesa di',
    said: 'Vuoi uscire dalla lista d’attesa di {name}?',
    button: 'Esci dalla lista d’attesa',
    otherwise: 'Se non eri tu, ignora questa email e non cambierà nulla.',
  },
  movedUp: {
    subject: 'Ora sei al {number} nella lista d’attesa di {name}',
    place: 'Il tuo nuovo posto in fila',
    placeText: 'Il tuo nuovo posto in fila: {number}',
    lead: plural({
      one: 'Grazie agli amici iscritti con il tuo link hai guadagnato {count} posto nella lista d’attesa di',
      many: 'Grazie agli amici iscritti con il tuo link hai guadagnato {count} di posti nella lista d’attesa di',
      other:
        'Grazie agli amici iscritti con il tuo link hai guadagnato {count} posti nella lista d’attesa di',
    }),
    said: plural({
      one: 'Grazie agli amici iscritti con il tuo link hai guadagnato {count} posto nella lista d’attesa di {name}.',
      many: 'Grazie agli amici iscritti con il tuo link hai guadagnato {count} di posti nella lista d’attesa di {name}.',
      other:
        'Grazie agli amici iscritti con il tuo link hai guadagnato {count} posti nella lista d’attesa di {name}.',
    }),
    start: 'Grazie agli amici iscritti con il tuo link hai guadagnato posti nella lista d’attesa di',
    rarely: 'Inviamo al massimo un’email di questo tipo al giorno.',
  },
  invitation: {
    subject: '{name}: sei dentro',
    turn: 'È il tuo turno',
    in: 'Sei dentro.',
    inText: 'Sei dentro. È il tuo turno.',
    lead: 'Il tuo invito per',
    said: 'Il tuo invito per {name}.',
    button: 'Accetta l’invito',
    reminder: 'Promemoria: {subject}',
    validity: 'Questo link è solo per te. Scadenza: {date}.',
  },
};

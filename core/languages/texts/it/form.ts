import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – Iscriviti alla lista d’attesa',
  description: 'Iscriviti alla lista d’attesa di {name}.',
  frame: '{name}: iscriviti alla lista d’attesa',
  lead: 'Sta per arrivare qualcosa di nuovo. Lascia la tua email e ti avviseremo quando sarà pronto.',
  email: 'Email',
  name: 'Nome',
  optional: '(facoltativo)',
  choose: 'Scegli un’opzione',
  submit: 'Iscriviti alla lista',
  needsScript: 'Per iscriverti serve JavaScript. Attivalo e ricarica questa pagina.',
  joined: 'Sei in lista',
  link: 'Il tuo link da condividere',
  challenge: {
    heading: 'Una verifica veloce',
    lead: 'Conferma che non sei un robot per iscriverti alla lista.',
    cancel: 'Annulla',
  },
};

export const form = {
  joining: 'Iscrizione…',
  emailMissing: 'Inserisci il tuo indirizzo email.',
  emailInvalid: 'Questo indirizzo email non sembra corretto. Controllalo.',
  nameTooLong: 'Questo nome è troppo lungo. Usa al massimo 100 caratteri.',
  didYouMean: 'Intendevi {suggestion}? Se {email} è giusto, invialo di nuovo.',
  use: 'Usa {email}',
  answersWrong: 'Controlla le risposte: ne manca una o ce n’è una troppo lunga.',
  busy: 'Un attimo, per favore.',
  retrying: 'Ci vuole più del solito. Stiamo riprovando…',
  unreachable: 'Non siamo riusciti a raggiungere il server. Controlla la connessione e riprova.',
  failed: 'Qualcosa è andato storto da parte nostra. Riprova tra un attimo.',
  gone: 'Questa lista d’attesa non è più aperta.',
  notAllowed: 'Questo modulo non è ancora configurato per questo sito.',
  notHuman: 'Non siamo riusciti a verificare che non sei un robot. Riprova o ricarica la pagina.',
  waitMinute: 'Troppi tentativi. Attendi un minuto e riprova.',
  waitSeconds: plural({
    one: 'Troppi tentativi. Attendi un secondo e riprova.',
    many: 'Troppi tentativi. Attendi {count} di secondi e riprova.',
    other: 'Troppi tentativi. Attendi {count} secondi e riprova.',
  }),
  alreadyJoined:
    'Questo indirizzo è già in lista. Nella posta in arrivo trovi il link per vedere il tuo posto.',
  onList: 'Sei in lista. Nella posta in arrivo trovi il link per vedere il tuo posto.',
  yourPlace: 'Il tuo posto',
  placeInLine: 'Il tuo posto in fila: {position}',
  seePlace: 'Vedi il tuo posto',
  otherEmail: 'Usa un’altra email',
};

export const challenge = {
  notLoaded:
    'La verifica anti-robot non si è caricata. Controlla la connessione, disattiva eventuali estensioni che bloccano i contenuti e riprova.',
  notConfirmed: 'Non siamo riusciti a verificare che non sei un robot. Riprova.',
  tooLong: 'La verifica anti-robot ha richiesto troppo tempo. Riprova.',
  canceled: 'Hai chiuso la verifica anti-robot. Riprova quando vuoi.',
  unsupported: 'Questo browser non supporta la verifica anti-robot. Aggiornalo o prova con un altro.',
};

export const answer = {
  missing: 'Rispondi a questa domanda.',
  notTicked: 'Seleziona questa casella per iscriverti.',
  tooLong: 'Questa risposta è troppo lunga. Usa al massimo 500 caratteri.',
};

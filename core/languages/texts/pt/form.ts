import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – Entre na lista de espera',
  description: 'Entre na lista de espera de {name}.',
  frame: '{name}: entre na lista de espera',
  lead: 'Vem novidade por aí. Deixe seu e-mail e avisamos quando chegar.',
  email: 'E-mail',
  name: 'Nome',
  optional: '(opcional)',
  choose: 'Escolha uma opção',
  submit: 'Entrar na lista',
  needsScript: 'Você precisa do JavaScript para entrar na lista. Ative-o e recarregue esta página.',
  joined: 'Você está na lista',
  link: 'Seu link para compartilhar',
  challenge: {
    heading: 'Uma verificação rápida',
    lead: 'Confirme que você não é um robô para entrar na lista.',
    cancel: 'Cancelar',
  },
};

export const form = {
  joining: 'Enviando…',
  emailMissing: 'Digite seu e-mail.',
  emailInvalid: 'Este e-mail não parece correto. Confira.',
  nameTooLong: 'Este nome é longo demais. Use no máximo 100 caracteres.',
  didYouMean: 'Você quis dizer {suggestion}? Se {email} estiver certo, envie de novo.',
  use: 'Usar {email}',
  answersWrong: 'Confira suas respostas: falta alguma ou uma delas é longa demais.',
  busy: 'Um momento, por favor.',
  retrying: 'Está demorando mais que o normal. Estamos tentando de novo…',
  unreachable: 'Não foi possível conectar ao servidor. Confira sua conexão e tente de novo.',
  failed: 'Algo deu errado do nosso lado. Tente de novo em instantes.',
  gone: 'Esta lista de espera não está mais aberta.',
  notAllowed: 'Este formulário ainda não foi configurado para este site.',
  notHuman: 'Não foi possível verificar que você não é um robô. Tente de novo ou recarregue a página.',
  waitMinute: 'Muitas tentativas. Espere um minuto e tente de novo.',
  waitSeconds: plural({
    one: 'Muitas tentativas. Espere um segundo e tente de novo.',
    many: 'Muitas tentativas. Espere {count} de segundos e tente de novo.',
    other: 'Muitas tentativas. Espere {count} segundos e tente de novo.',
  }),
  alreadyJoined: 'Este e-mail já está na lista. Procure na sua caixa de entrada o link para ver seu lugar.',
  onList: 'Você está na lista. Procure na sua caixa de entrada o link para ver seu lugar.',
  yourPlace: 'Seu lugar',
  placeInLine: 'Seu lugar na fila: {position}',
  seePlace: 'Ver meu lugar',
  otherEmail: 'Entrar com outro e-mail',
};

export const challenge = {
  notLoaded:
    'A verificação antirrobô não carregou. Confira sua conexão, desative bloqueadores de conteúdo e tente de novo.',
  notConfirmed: 'Não foi possível verificar que você não é um robô. Tente de novo.',
  tooLong: 'A verificação antirrobô demorou demais. Tente de novo.',
  canceled: 'Você fechou a verificação antirrobô. Tente de novo quando quiser.',
  unsupported: 'Este navegador não é compatível com a verificação antirrobô. Atualize-o ou tente outro.',
};

export const answer = {
  missing: 'Responda a esta pergunta.',
  notTicked: 'Marque esta caixa para entrar na lista.',
  tooLong: 'Esta resposta é longa demais. Use no máximo 500 caracteres.',
};

import { plural } from '../../format.ts';

export const place = {
  label: 'Seu lugar na fila',
  title: 'Nº {place} na fila',
  nobodyAhead: 'Ninguém na sua frente',
  ahead: plural({
    one: '{count} pessoa na sua frente',
    many: '{count} de pessoas na sua frente',
    other: '{count} pessoas na sua frente',
  }),
  gone: plural({
    one: '{count} já tem acesso ou saiu da lista',
    many: '{count} já têm acesso ou saíram da lista',
    other: '{count} já têm acesso ou saíram da lista',
  }),
  expected: 'Previsão para a sua vez: {dates}',
  share: 'Conhece alguém que vai gostar? Compartilhe seu link.',
  promise: plural({
    one: 'Avance {count} lugar a cada amigo que entrar com seu link.',
    many: 'Avance {count} de lugares a cada amigo que entrar com seu link.',
    other: 'Avance {count} lugares a cada amigo que entrar com seu link.',
  }),
  next: 'Mais um amigo: de {from} para {to}',
  movedUp: 'Você subiu para o lugar {place}.',
  movedDown: 'Agora você está no lugar {place}.',
  copy: 'Copiar',
  copied: 'Copiado',
  linkCopied: 'Link copiado.',
  copyYourself: 'Pressione Ctrl+C ou ⌘C para copiar o link.',
  imageSaved: 'Imagem salva.',
  invite: 'Entre comigo na lista de espera de {name}',
  inHeading: 'Chegou a sua vez!',
  askedHeading: 'Conte um pouco sobre você',
  save: 'Salvar',
  saved: 'Salvo. Obrigado!',
  image: {
    place: 'Meu lugar na fila',
    turn: 'Chegou a minha vez',
    in: 'Entrei!',
    invite: 'Entre na fila comigo',
    file: 'meu-lugar-na-fila',
  },
};

export const embed = {
  label: 'Entre na lista de espera de {name}',
  name: 'Seu nome (opcional)',
  already: 'Já está na lista? Ver meu lugar',
  share: 'Compartilhar',
  seeInvitation: 'Ver meu convite',
  notSaved: 'Não deu certo. Tente de novo em instantes.',
};

export const embed = {
  label: '{name}のウェイトリストへの登録',
  name: 'お名前（任意）',
  already: '登録済みの方は順番を確認',
  share: 'シェア',
  seeInvitation: '招待を確認',
  notSaved: '保存できませんでした。少し待ってから、もう一度お試しください。',
};

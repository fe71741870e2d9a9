import { plural } from '../../format.ts';

export const place = {
  label: '現在の順番',
  title: '現在{place}番目',
  nobodyAhead: '前に待っている人はいません',
  ahead: plural({ other: '前に{count}人が待っています' }),
  gone: plural({ other: 'このほか{count}人は招待済みか登録解除済みです' }),
  expected: '順番が来る時期の目安：{dates}',
  share: '興味のありそうな友だちに、紹介リンクをシェアしてみませんか？',
  promise: plural({
    other: '紹介リンクから友だちが登録するたびに、順番が{count}人分繰り上がります。',
  }),
  next: 'あと1人の登録で、{from}番目から{to}番目に',
  movedUp: '順番が{place}番目に繰り上がりました。',
  movedDown: '順番が{place}番目になりました。',
  copy: 'コピー',
  copied: 'コピー済み',
  linkCopied: 'リンクをコピーしました。',
  copyYourself: 'Ctrl+Cまたは⌘Cキーを押して、リンクをコピーしてください。',
  imageSaved: '画像を保存しました。',
  invite: '{name}のウェイトリストに登録しました。よかったら一緒に登録しませんか？',
  inHeading: '順番が来ました！',
  askedHeading: 'あなたについて教えてください',
  save: '保存',
  saved: '保存しました。ありがとうございます！',
  image: {
    place: '私の順番',
    turn: '順番が来ました',
    in: '招待されました！',
    invite: '一緒に並びませんか？',
    file: 'watashi-no-junban',
  },
};

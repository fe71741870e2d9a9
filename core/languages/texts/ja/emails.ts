import { plural } from '../../format.ts';

/** A space stands after the address of a page, because mail programs take the letters right after it for a part of it. */
export const emails = {
  signedUp: 'このメールは、{page} でこのメールアドレスが登録されたため、お送りしています。',
  askedFor: 'このメールは、{page} でリクエストがあったため、お送りしています。',
  ignore: 'お心当たりがない場合は、このメールを破棄してください。',
  stop: 'メールの配信を停止',
  stopText: 'メールの配信を停止：{url}',
  linkText: '{label}：',
  seePlace: '順番を確認',
  number: '{place}番目',
  place: '現在の順番',
  placeText: '現在の順番：{number}',
  share: '興味のありそうな友だちに、紹介リンクをシェアしてみませんか？',
  promise: plural({
    other: '紹介リンクから友だちが登録するたびに、順番が{count}人分繰り上がります。',
  }),
  /** Before “さん” or “様”. */
  noName: 'ゲスト',
  byOwner:
    'このメールは、ウェイトリスト「{name}」の運営者が作成したものです。{page} でこのメールアドレスが登録されたため、お送りしています。',
  byOwnerText:
    'このメールは、ウェイトリスト「{name}」の運営者が作成したものです。次のページでこのメールアドレスが登録されたため、お送りしています：{page}',
  confirmation: {
    subject: '【{name}】ウェイトリストへの登録が完了しました',
    lead: 'ウェイトリストへの登録が完了しました',
    said: '{name}のウェイトリストへの登録が完了しました。',
    greeting: '{visitor}さん、ウェイトリストへの登録が完了しました',
  },
  confirmAddress: {
    subject: '【{name}】メールアドレスを確認してください',
    lead: 'ウェイトリストへの登録まで、あと一歩です',
    said: '{name}のウェイトリストへの登録まで、あと一歩です。',
    task: plural({
      other: 'メールアドレスを確認すると登録が完了し、順番が決まります。リンクの有効期限は{count}時間です。',
    }),
    button: 'メールアドレスを確認する',
    otherwise: 'お心当たりがない場合は、このメールを破棄してください。登録は行われません。',
  },
  placeLink: {
    subject: '【{name}】現在の順番のお知らせ',
    lead: 'ウェイトリストでの現在の順番をお知らせします',
    said: '{name}のウェイトリストでの現在の順番をお知らせします。',
  },
  leave: {
    subject: '【{name}】登録を解除しますか？',
    lead: 'ウェイトリストの登録を解除しますか？',
    said: '{name}のウェイトリストの登録を解除しますか？',
    button: 'ウェイトリストの登録を解除',
    otherwise: 'お心当たりがない場合は、このメールを破棄してください。登録はそのまま残ります。',
  },
  movedUp: {
    subject: '【{name}】順番が{number}に繰り上がりました',
    place: '新しい順番',
    placeText: '新しい順番：{number}',
    lead: plural({
      other: '紹介リンクから友だちが登録し、ウェイトリストの順番が{count}人分繰り上がりました',
    }),
    said: plural({
      other: '紹介リンクから友だちが登録し、{name}のウェイトリストの順番が{count}人分繰り上がりました。',
    }),
    start: '紹介リンクから友だちが登録し、ウェイトリストの順番が繰り上がりました',
    rarely: 'このお知らせをお送りするのは1日1回までです。',
  },
  invitation: {
    subject: '【{name}】順番が来ました',
    turn: '順番が来ました',
    in: 'ようこそ！',
    inText: '順番が来ました。ようこそ！',
    lead: '招待が届いています',
    said: '{name}への招待が届いています。',
    button: '招待を承諾する',
    reminder: 'リマインダー：{subject}',
    validity: 'このリンクはあなた専用です。有効期限は{date}です。',
  },
};

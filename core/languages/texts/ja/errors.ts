import { plural } from '../../format.ts';

export const errors = {
  joined: '登録が完了しました。準備ができ次第、ご連絡します。',
  alreadyJoined: 'このメールアドレスはすでに登録されています。',
  pending: plural({
    other:
      'このメールアドレスで受信できる場合は、リンクを記載したメールがまもなく届きます。{count}時間以内にリンクを開いてください。届かないときは、迷惑メールフォルダを確認するか、別のメールアドレスをお試しください。',
  }),
  placeLink: 'このメールアドレスが登録されている場合は、順番を確認できるリンクをメールでお送りしました。',
  leaveLink: 'このメールアドレスが登録されている場合は、登録解除用のリンクをメールでお送りしました。',
  emailBlocked:
    'このウェイトリストでは、{domains}のメールアドレスは使えません。別のメールアドレスをお使いください。',
  emailElsewhere:
    'このウェイトリストでは、このドメインのメールアドレスは使えません。別のメールアドレスをお使いください。',
  emailOnly: 'このウェイトリストに登録できるのは、{domains}のメールアドレスのみです。',
  emailThrowaway:
    'このウェイトリストでは、使い捨てのメールアドレスは使えません。別のメールアドレスをお使いください。',
  notYetAdvice: '受付開始後に、もう一度アクセスしてください。',
  closedAdvice: '登録済みの方は、ウェイトリストのページから、順番を確認できるリンクをメールで受け取れます。',
  fullAdvice: '空きが出ることもあります。後ほどもう一度お試しください。',
  noPage: 'このURLのウェイトリストはありません',
  noPageAdvice: 'リンクを教えてくれた方にご確認ください。',
  noPlace: 'このトークンに該当する登録者はいません',
  tooMany: 'このネットワークからの試行回数が多すぎます',
  tooManyAdvice: plural({ other: '{count}秒待ってから、もう一度お試しください。' }),
  badSite: 'このサイトからは、このウェイトリストに登録できません',
  badSiteAdvice: 'ウェイトリストの運営者は、このページのオリジンをallowedOriginsに追加できます。',
  badRedirect: 'allowedOriginsのいずれかで始まる必要があります',
  notHuman: 'ロボットではないことを確認できませんでした',
  notHumanAdvice: 'ページを再読み込みして確認を行い、もう一度お試しください。',
  invalid: '入力内容に誤りがあります',
  invalidFields: '入力内容に誤りがあります：{fields}',
  invalidAdvice: 'detailsに示された項目を修正して、もう一度送信してください。',
  invalidField: 'この値は正しくありません。',
  badBody: 'リクエストの本文を読み取れません',
  badBodyAdvice: 'JSONオブジェクトを1つ、またはUTF-8のフォームデータを送信してください。',
  failed: 'サーバー側で問題が発生しました',
  failedAdvice: 'もう一度お試しください。解決しない場合は、requestIdを添えてお知らせください。',
  unavailable: '現在、サービスを利用できません',
  unavailableAdvice: plural({ other: '{count}秒後に、もう一度お試しください。' }),
};

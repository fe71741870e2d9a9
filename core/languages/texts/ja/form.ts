import { plural } from '../../format.ts';

export const signupPage = {
  title: '{name} – ウェイトリストに登録',
  description: '{name}のウェイトリストに登録できます。',
  frame: '{name}：ウェイトリストへの登録',
  lead: 'ただいま準備中です。メールアドレスをご登録いただくと、公開時にお知らせします。',
  email: 'メールアドレス',
  name: 'お名前',
  optional: '（任意）',
  choose: '選択してください',
  submit: 'ウェイトリストに登録',
  needsScript: '登録にはJavaScriptが必要です。有効にしてから、ページを再読み込みしてください。',
  joined: '登録が完了しました',
  link: 'あなたの紹介リンク',
  challenge: {
    heading: '簡単な確認',
    lead: '登録の前に、ロボットではないことの確認をお願いします。',
    cancel: 'キャンセル',
  },
};

export const form = {
  joining: '登録中…',
  emailMissing: 'メールアドレスを入力してください。',
  emailInvalid: 'メールアドレスが正しくないようです。ご確認ください。',
  nameTooLong: 'お名前が長すぎます。100文字以内で入力してください。',
  didYouMean: '{suggestion}ではありませんか？{email}で間違いなければ、もう一度送信してください。',
  use: '{email}を使う',
  answersWrong: '回答をご確認ください。未回答の質問があるか、回答が長すぎます。',
  busy: '少々お待ちください。',
  retrying: '通常より時間がかかっています。再試行しています…',
  unreachable: 'サーバーに接続できませんでした。通信環境を確認して、もう一度お試しください。',
  failed: 'サーバー側で問題が発生しました。少し待ってから、もう一度お試しください。',
  gone: 'このウェイトリストは公開を終了しました。',
  notAllowed: 'このフォームは、このサイトではまだ利用できません。',
  notHuman:
    'ロボットではないことを確認できませんでした。もう一度お試しいただくか、ページを再読み込みしてください。',
  waitMinute: '試行回数が多すぎます。1分ほど待ってから、もう一度お試しください。',
  waitSeconds: plural({
    other: '試行回数が多すぎます。{count}秒待ってから、もう一度お試しください。',
  }),
  alreadyJoined:
    'このメールアドレスはすでに登録されています。順番を確認できるリンクをメールでお送りしましたので、ご覧ください。',
  onList: '登録されています。順番を確認できるリンクをメールでお送りしましたので、ご覧ください。',
  yourPlace: '現在の順番',
  placeInLine: '現在の順番：{position}番目',
  seePlace: '順番を確認',
  otherEmail: '別のメールアドレスで登録',
};

export const challenge = {
  notLoaded:
    '確認画面を読み込めませんでした。通信環境を確認し、コンテンツブロッカーをオフにして、もう一度お試しください。',
  notConfirmed: 'ロボットではないことを確認できませんでした。もう一度お試しください。',
  tooLong: '確認に時間がかかりすぎました。もう一度お試しください。',
  canceled: '確認画面が閉じられました。準備ができたら、もう一度お試しください。',
  unsupported:
    'このブラウザは、ロボットではないことの確認に対応していません。ブラウザを更新するか、別のブラウザをお試しください。',
};

export const answer = {
  missing: 'この質問に回答してください。',
  notTicked: '登録するには、チェックを入れてください。',
  tooLong: '回答が長すぎます。500文字以内で入力してください。',
};

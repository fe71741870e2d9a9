export const door = {
  closed: {
    not_yet: 'このウェイトリストはまだ受付を開始していません。',
    closed: 'このウェイトリストは受付を終了しました。',
    full: 'このウェイトリストは定員に達しました。',
  },
  opens: '受付開始：{time}',
  advice: '空きが出ることもあります。後ほどまたご確認ください。',
  bar: {
    joined: '登録済みの方はこちら',
    email: 'you@example.com',
    send: '順番をメールで確認',
  },
};

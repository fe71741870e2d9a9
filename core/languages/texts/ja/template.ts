import { plural } from '../../format.ts';

export const template = {
  sending: '登録中',
  fineprint: '登録後、確認メールが届きます。',
  invited: '友だちからの招待ですね。ようこそ！',
  optional: '任意',
  emailInvalid: 'メールアドレスをご確認ください。you@example.comのような形式で入力してください。',
  waiting: plural({ other: '{count}人が待っています' }),
  signups: plural({ other: '{count}人が登録しました' }),
  first: 'いち早く登録しませんか？',
  promise: plural({
    other: '紹介リンクから友だちが登録するたびに、順番が{count}人分繰り上がります。',
  }),
  copy: 'リンクをコピー',
};

export const countdown = {
  board: {
    soon: 'まもなく',
    open: '公開中',
    closed: '受付終了',
    full: '満員',
  },
  noDate: '日程は後日お知らせします',
  openSince: '{day}に公開しました',
  nowOpen: '公開中です',
  comingSoon: 'まもなく公開',
  timeLeft: '残り時間',
};

export const leaderboard = {
  title: {
    alone: '今登録すると、あなたの順番は',
    friends: plural({ other: '友だちが{count}人登録すると、あなたの順番は' }),
  },
  ahead: plural({ other: '前に{count}人が待っています' }),
  noFriends: '紹介リンクから登録した友だちが0人の場合',
  friends: plural({ other: '紹介リンクから登録した友だちが{count}人の場合' }),
  each: plural({ other: '友だちが1人登録するたびに、{count}人分繰り上がります。' }),
  example: plural({
    other: '{count}人が順番待ちをしている場合の例です。実際には、今登録すると{position}番目になります。',
  }),
  you: 'あなた',
  youAlone: 'あなた（紹介なし）',
  youWith: plural({ other: 'あなた（友だち{count}人を紹介）' }),
  firstInLine: '先頭',
  lastInLine: '最後尾',
  pass: plural({ other: '{count}人を追い越します' }),
  more: plural({ other: 'ほか{count}人' }),
  inLine: '順番待ちの人数',
  line: '順番待ちの列',
};

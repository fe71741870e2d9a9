import { plural } from '../../format.ts';

const loss =
  'メールアドレス、お名前、紹介リンクが削除され、現在の順番も失われます。この操作は取り消せません。';

export const pages = {
  poweredBy: '{service}で作成',
  place: {
    titleIn: '順番が来ました',
    description: '{name}のウェイトリストでの、あなたの順番です。',
    people: '登録者数',
    friends: '登録した友だち',
    saveImage: '画像として保存',
    how: '順番の決まり方',
    howPlace:
      '順番は、あなたより先に登録した人を全員含めて数えています。前の人が招待されたり、登録を解除したりしても変わりません。',
    howFriends: plural({
      other: '紹介リンクから友だちが登録するたびに、順番が{count}人分繰り上がります。',
    }),
    howOthers: '同じ仕組みで、後ろの人に追い越されることもあります。',
    qrCode: 'QRコード',
    qrCodeOfLink: '紹介リンクのQRコード',
    invitedUntil: '招待の有効期限は{date}です。',
    accept: '招待を承諾する',
    accepted: '招待は承諾済みです。',
  },
  share: {
    x: 'Xでシェア',
    whatsapp: 'WhatsAppでシェア',
    linkedin: 'LinkedInでシェア',
    email: 'メールでシェア',
    other: 'シェア…',
  },
  leave: {
    open: 'ウェイトリストの登録を解除',
    hint: '登録したメールアドレスを入力してください。データを削除するためのリンクをメールでお送りします。',
    example: 'you@example.com',
    email: 'メールアドレス',
    send: 'リンクをメールで受け取る',
  },
  confirm: {
    description: '{name}のウェイトリストに登録するメールアドレスの確認です。',
    heading: 'メールアドレスの確認',
    lead: '下のボタンを押すと、ウェイトリストへの登録が完了します。',
    button: 'メールアドレスを確認する',
    fullHeading: 'このウェイトリストは定員に達しました',
    fullLead: '登録はまだ完了していません。リンクの有効期限内に空きが出れば、登録できます。',
    fullButton: 'もう一度試す',
    doneHeading: '登録が完了しました',
    doneLead: 'メールアドレスの確認が完了しました。',
    doneButton: '順番を確認',
    expiredHeading: 'リンクの有効期限が切れています',
    expired: plural({
      other:
        'メールアドレスの確認用リンクの有効期限は{count}時間です。もう一度登録すると、新しいリンクが届きます。',
    }),
  },
  stop: {
    title: 'メールの配信停止',
    heading: '「{name}」からのメールを停止しますか？',
    keep: 'ウェイトリストの順番はそのまま残ります。',
    button: 'メールの配信を停止',
    leave: 'ウェイトリストの登録を解除…',
    stoppedTitle: 'メールの配信を停止しました',
    stoppedHeading: '「{name}」からのメールは、今後届きません',
    stopped:
      '現在の順番はそのまま残ります。ウェイトリストの登録を解除したり、登録し直したりしても、メールの配信は停止したままです。',
    leaveTitle: 'ウェイトリストの登録解除',
    leaveHeading: '「{name}」の登録を解除しますか？',
    loss,
    stay: '解除せずに順番を残す',
    erase: '解除してデータを削除',
    keptTitle: '順番はそのままです',
    keptHeading: '「{name}」での順番はそのままです',
    kept: '何も変更されていません。このページは閉じて大丈夫です。',
    oldTitle: 'リンクが古くなっています',
    oldHeading: 'リンクが古いため、「{name}」の登録を解除できません',
    old: 'メールの配信停止には、引き続きこのリンクを使えます。登録を解除するには、ウェイトリストのページから、順番を確認できるリンクをメールで受け取ってください。そのメールに、登録解除用のリンクも記載されています。',
    leftTitle: '登録を解除しました',
    leftHeading: '「{name}」の登録を解除しました',
    left: 'あなたのデータを削除しました。ウェイトリストの運営者が登録データを独自のデータベースに保存している場合は、そちらからも数分以内に削除されます。',
    failedTitle: '少し待ってからお試しください',
    failed: '少し待ってから、メールのリンクをもう一度開いてください。',
  },
  notice: {
    noPage: 'ウェイトリストが見つかりません',
    noPageAdvice:
      'リンクが間違っているか、ウェイトリストが移動または終了した可能性があります。リンクを教えてくれた方にご確認ください。',
    badLinkTitle: '無効なリンク',
    badLink: 'このリンクは無効です',
    badPlace: 'リンクが途中で切れているかもしれません。登録を解除した場合、データはすでに削除されています。',
    badConfirm: 'リンクが途中で切れているかもしれません。メールからもう一度開いてください。',
    badStop:
      'リンクが途中で切れているか、テストメールのリンクかもしれません。登録を解除した場合、データはすでに削除されています。',
    tooMany: 'リクエストが多すぎます',
    waitForLink: plural({ other: '{count}秒待ってから、リンクをもう一度開いてください。' }),
    checkEmail: 'メールをご確認ください',
    alreadyJoined: 'すでに登録されています',
    linkMailed: '順番を確認できるリンクをメールでお送りしましたので、ご覧ください。',
    checkInbox: '受信トレイをご確認ください',
    badEmail: 'メールアドレスが正しくないようです',
    badEmailAdvice: '前のページに戻って確認し、もう一度お試しください。',
    refusedEmail: 'このメールアドレスでは登録できません',
    longName: 'お名前が長すぎます',
    longNameAdvice: '前のページに戻って、100文字以内で入力してください。',
    badAnswers: '回答をご確認ください',
    badAnswersAdvice:
      '質問が変更された可能性があります。前のページに戻り、再読み込みしてから、もう一度お試しください。',
    badForm: 'このフォームは正しく設定されていません',
    badFormAdvice:
      'サイトの運営者に次のことをお伝えください：redirectUrlは、ウェイトリストのallowedOriginsのいずれかで始まる必要があります。',
    notHuman: 'ロボットではないことを確認できませんでした',
    notHumanAdvice: '前のページに戻り、JavaScriptを有効にして、もう一度お試しください。',
    badSite: 'このサイトからはウェイトリストに登録できません',
    badSiteAdvice:
      'サイトの運営者に次のことをお伝えください：サイトのオリジンを、ウェイトリストのallowedOriginsに追加する必要があります。',
    later: '少し待ってから、もう一度お試しください。',
  },
};

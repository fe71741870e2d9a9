import { plural } from '../../format.ts';

/** What leaving does. On the page that asks once more, and in the email with the link to it. */
const loss =
  'This erases your email address, your name, and your referral link. You lose your place. You can’t undo this.';

/** Pages other than the signup page. Only the server writes them. `{name}` is always the waitlist's. */
export const pages = {
  /** Below every page. `{service}` is our name. */
  poweredBy: 'Powered by {service}',
  /** The page of somebody's place in line: what `place` does not have. */
  place: {
    /** The title of the browser's tab, before “ – ” and the waitlist's name: they were let in. */
    titleIn: 'You’re in',
    description: 'Your place on the waitlist for {name}.',
    /** Below numbers. */
    people: 'People joined',
    friends: 'Friends joined',
    saveImage: 'Save as image',
    /** Opens an explanation. */
    how: 'What the numbers mean',
    howPlace:
      'Your place counts everyone who joined before you. It stays the same when people ahead of you get in or leave.',
    howFriends: plural({
      one: 'Each friend who joins with your link moves you up {count} place.',
      other: 'Each friend who joins with your link moves you up {count} places.',
    }),
    howOthers: 'People behind you can pass you the same way.',
    qrCode: 'QR code',
    /** For screen readers. */
    qrCodeOfLink: 'QR code of your link',
    /** `{date}` is a day, like “December 9, 2026”. */
    invitedUntil: 'Your invitation works until {date}.',
    accept: 'Accept your invitation',
    accepted: 'You’ve accepted your invitation.',
  },
  /** Names of buttons, for screen readers and on hover. */
  share: {
    x: 'Share on X',
    whatsapp: 'Share on WhatsApp',
    linkedin: 'Share on LinkedIn',
    email: 'Share by email',
    /** Opens the choice of apps of the phone. */
    other: 'Share…',
  },
  /** Leaving the waitlist for good, which erases the person's data. */
  leave: {
    open: 'Leave the waitlist',
    hint: 'Enter the address you joined with. We’ll email you a link that erases your data.',
    /** An example in an empty field. */
    example: 'you@example.com',
    email: 'Email',
    send: 'Email me the link',
  },
  /** The page that the link in the first email opens: it confirms the address. */
  confirm: {
    description: 'Confirm your email address for the waitlist for {name}.',
    heading: 'Confirm your email',
    lead: 'One click, and you’re on the list.',
    button: 'Confirm my email',
    fullHeading: 'This waitlist is full',
    fullLead: 'You’re not on the list yet. If a place opens up while your link works, you can still take it.',
    fullButton: 'Try again',
    doneHeading: 'You’re on the list',
    doneLead: 'Your email address is confirmed.',
    doneButton: 'See your place',
    expiredHeading: 'This link has expired',
    expired: plural({
      one: 'Links to confirm an address work for {count} hour. Sign up again to get a new one.',
      other: 'Links to confirm an address work for {count} hours. Sign up again to get a new one.',
    }),
  },
  /** Pages that the link in every email opens: to stop emails, or to leave. Titles are those of the browser's tab. */
  stop: {
    title: 'Stop emails',
    heading: 'Stop emails from “{name}”?',
    keep: 'You keep your place on the waitlist.',
    button: 'Stop emails',
    /** Leads to a page that asks once more. */
    leave: 'Leave the waitlist…',
    stoppedTitle: 'Emails stopped',
    stoppedHeading: 'You won’t get email from “{name}” anymore',
    stopped: 'This still applies if you leave the waitlist or join it again. You keep your place.',
    leaveTitle: 'Leave the waitlist',
    leaveHeading: 'Leave “{name}”?',
    loss,
    stay: 'Keep my place',
    erase: 'Leave and erase my data',
    keptTitle: 'You keep your place',
    keptHeading: 'You keep your place on “{name}”',
    kept: 'Nothing has changed. You can close this page.',
    oldTitle: 'Link too old',
    oldHeading: 'This link is too old to leave “{name}”',
    old: 'It still stops email. To leave, open the waitlist’s page and ask for the link to your place. We email it to you, with a link to leave.',
    leftTitle: 'You left',
    leftHeading: 'You left “{name}”',
    left: 'We erased your data. If the waitlist’s owner keeps signups in their own database, it is erased there within minutes.',
    failedTitle: 'Try again soon',
    failed: 'Wait a moment, then open the link in your email again.',
  },
  /** A heading and what to do, when a link or a form leads nowhere. */
  notice: {
    noPage: 'Waitlist not found',
    noPageAdvice:
      'The link may be mistyped, or the waitlist may have moved or closed. Check with the person who shared it.',
    /** A browser's tab. */
    badLinkTitle: 'Link not valid',
    badLink: 'This link isn’t valid',
    /** The link to a place in line. */
    badPlace: 'It may be incomplete. If you left the waitlist, your data was erased.',
    /** The link that confirms an address. */
    badConfirm: 'It may be incomplete. Open it from the email again.',
    /** The link that stops emails. */
    badStop:
      'It may be incomplete, or come from a test email. If you left the waitlist, your data is already erased.',
    tooMany: 'Too many requests',
    waitForLink: plural({
      one: 'Wait {count} second, then open the link again.',
      other: 'Wait {count} seconds, then open the link again.',
    }),
    checkEmail: 'Check your email',
    alreadyJoined: 'You’re already on the list',
    linkMailed: 'Check your inbox for a link to your place.',
    checkInbox: 'Check your inbox',
    badEmail: 'That email address doesn’t look right',
    badEmailAdvice: 'Go back, check it, and try again.',
    /** The waitlist does not take this address; why follows. */
    refusedEmail: 'You can’t join with this address',
    longName: 'That name is too long',
    longNameAdvice: 'Go back and use at most 100 characters.',
    badAnswers: 'Please check your answers',
    badAnswersAdvice: 'Go back, reload the page in case a question has changed, and try again.',
    /** For the visitor, who may know the owner of the site. Words like `redirectUrl` are names in our API: keep them. */
    badForm: 'This form isn’t set up correctly',
    badFormAdvice:
      'Tell the owner of the site: redirectUrl must start with one of the waitlist’s allowedOrigins.',
    notHuman: 'We couldn’t verify that you’re human',
    notHumanAdvice: 'Go back, turn on JavaScript, and try again.',
    badSite: 'This site can’t add you to the waitlist',
    badSiteAdvice: 'Tell the owner of the site: its origin must be in the waitlist’s allowedOrigins.',
    later: 'Try again in a moment.',
  },
};

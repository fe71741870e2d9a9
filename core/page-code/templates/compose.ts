import { FORM } from './form.ts';
import { STYLES } from './styles.ts';

/** The parts of a template that are its own. Page code, so without backticks. */
export interface TemplateParts {
  /** A description of the page, to continue "Your waitlist page: ". */
  readonly about: string;
  /** Declares `BRAND` and `ON_BRAND`, and whatever else is worth changing. `isDark` is known. */
  readonly colors: string;
  /** Declares `page()`, which returns the element, and what it needs. */
  readonly page: string;
  /** Styles, after the shared ones. */
  readonly styles: string;
}

const STATE = `
  // ---- State ------------------------------------------------------------------------------------------------

  const [email, setEmail] = React.useState('');
  const [name, setName] = React.useState('');
  const [errors, setErrors] = React.useState({});
  const [note, setNote] = React.useState('');
  const [suggestion, setSuggestion] = React.useState('');
  const [sending, setSending] = React.useState(false);
  const [entry, setEntry] = React.useState(null);
  const [pending, setPending] = React.useState(null);
  const [copyState, setCopyState] = React.useState('');
  const headingRef = React.useRef(null);
  const emailRef = React.useRef(null);
  const nameRef = React.useRef(null);
  const linkRef = React.useRef(null);

  // Move focus to the new content, for screen readers and keyboards.
  React.useEffect(() => {
    if (entry) window.scrollTo(0, 0);
    if (entry || pending) headingRef.current.focus({ preventScroll: Boolean(entry) });
  }, [entry, pending]);

  return h(
    'div',
    {
      className: 'wl ' + (isDark ? 'wl-dark' : 'wl-light') + (entry ? ' wl-joined' : ''),
      style: { '--brand': BRAND, '--on-brand': ON_BRAND },
    },
    h('style', null, styles()),
    page(),
  );
`;

/** A template: page code that stands on its own, made of its own parts and those that templates share. */
export const composeTemplate = ({ about, colors, page, styles }: TemplateParts): string => `\
/*
 * Your waitlist page: ${about}. It's one function: keep its name, and keep helpers inside it.
 *
 *   props.waitlist    { name, lead, slug, referralEnabled, referralBoost, signups, waiting }
 *                     signups: everybody who joined; waiting: those in line
 *   props.design      { brandColor, onBrandColor, logoUrl, imageUrl, headline, buttonLabel, appearance, launchAt }
 *   props.referredBy  the referral code this visitor came with, or null
 *   props.entry       { position, referralCode, referralLink, referralCount } of who joined in this browser, or null
 *   props.onSubmit    ({ email, name }) => a promise of { position, referralCode, referralLink, message }, or of
 *                     { pending: true, message } for people who must confirm their email; it rejects with an Error whose message you can show as it is.
 *                     Its suggestion, if it has one, is the address they probably meant; the one they typed is taken if they send it again
 *
 * React is in scope; JSX isn't supported. The font Figtree is there (400 to 700); images and other fonts load from https URLs. The page has no other network
 * access: sign up through props.onSubmit.
 */
function GeneratedWaitlist(props) {
  const h = React.createElement;
  const { waitlist, design } = props;

  const [prefersDark, setPrefersDark] = React.useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  React.useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setPrefersDark(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  const isDark = design.appearance === 'auto' ? prefersDark : design.appearance === 'dark';

  // ---- Start here: words and colors -------------------------------------------------------------------------

  const WORDS = {
    headline: design.headline || waitlist.name,
    lead: waitlist.lead,
    button: design.buttonLabel || 'Join the waitlist',
    sending: 'Joining',
    fineprint: 'You’ll get a confirmation by email.',
    invited: 'A friend invited you. Good to see you here.',
    check: 'Check your email',
    joined: 'You’re on the list',
    place: 'Your place in line',
    pass: 'Know someone who’d like this? Share your link.',
  };
${colors}${STATE}
  // ---- The page ---------------------------------------------------------------------------------------------
${page}${FORM}
  // ---- Styles -----------------------------------------------------------------------------------------------

  function styles() {
    return ':root { color-scheme: ' + (isDark ? 'dark' : 'light') + '; }' + \`${STYLES}${styles}
      @media (prefers-reduced-motion: reduce) {
        .wl *, .wl *::before, .wl *::after { animation: none !important; transition: none !important; }
      }
    \`;
  }
}
`;

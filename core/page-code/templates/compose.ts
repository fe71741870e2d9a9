import { FORM } from './form.ts';
import { QUESTION_STYLES, QUESTIONS } from './questions.ts';
import { STYLES } from './styles.ts';

/** The parts of a template that are its own. Page code, so without backticks. */
export interface TemplateParts {
  /** A description of the page, to continue "Your waitlist page: ". */
  readonly about: string;
  /** Declares `BRAND` and `ON_BRAND`, `LIGHT` and `DARK` (custom properties in CSS), and whatever else is worth changing. */
  readonly colors: string;
  /**
   * Declares `page()`, which returns the element, and what it needs. Before joining, it is also rendered on the server, where no
   * element may have a `style` (its policy allows none) and nothing may depend on the browser.
   */
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
  //#questions
  const questions = (props.questions || []).filter(({ ask: asked }) => asked === 'form');
  const [answers, setAnswers] = React.useState({});
  //#end
  const headingRef = React.useRef(null);
  const emailRef = React.useRef(null);
  const nameRef = React.useRef(null);
  const linkRef = React.useRef(null);

  // They sent the form before this code was here.
  const { typed } = props;
  React.useEffect(() => {
    if (!typed) return;
    setEmail(typed.email);
    setName(typed.name);
    //#questions
    setAnswers(typed.answers || {});
    //#end
    join(typed.email.trim(), typed.name, typed.answers);
  }, [typed]);

  // Move focus to the new content, for screen readers and keyboards.
  React.useEffect(() => {
    if (entry) window.scrollTo(0, 0);
    if (entry || pending) headingRef.current.focus({ preventScroll: Boolean(entry) });
  }, [entry, pending]);

  return h('div', { className: entry ? 'wl wl-joined' : 'wl' }, h('style', null, styles()), page());
`;

/** A template: page code that stands on its own, made of its own parts and those that templates share. */
export const composeTemplate = ({ about, colors, page, styles }: TemplateParts): string => `\
/*
 * Your waitlist page: ${about}. It's one function: keep its name, and keep helpers inside it.
 *
 *   props.waitlist    { name, lead, slug, referralEnabled, referralBoost, signups, waiting, door, opensAt, closedMessage }
 *                     signups: everybody who joined; waiting: those in line; door: open, or why nobody can join: not_yet, closed, full;
 *                     closedMessage: what to say then, or null; opensAt: when they can, or null
 *   props.design      { brandColor, onBrandColor, logoUrl, imageUrl, headline, buttonLabel, appearance, launchAt }
 *   props.referredBy  the referral code this visitor came with, or null
 *   props.entry       { position, referralCode, referralLink, referralCount } of who joined in this browser, or null
 *   props.questions   [{ key, label, type, options, required, ask }]: text, choice, choices, or checkbox; ask those whose ask is form
 *   props.typed       { email, name, answers } if they sent the form before this code was here, or undefined: send it with onSubmit
 *   props.language    the visitor's language, like en, de, or ar
 *   props.words       our texts in that language: those below, and more in some templates; a text about a number that changes
 *                     has a form for each plural category of Intl.PluralRules
 *   props.onSubmit    ({ email, name, answers }) => a promise of { position, referralCode, referralLink, message }, or of
 *                     { pending: true, message } for people who must confirm their email; it rejects with an Error whose message you can show as it is.
 *                     Its suggestion, if it has one, is the address they probably meant; the one they typed is taken if they send it again
 *
 * React is in scope; JSX isn't supported. The font Figtree is there (400 to 700); images and other fonts load from https URLs. The page has no other network
 * access: sign up through props.onSubmit.
 */
function GeneratedWaitlist(props) {
  const h = React.createElement;
  const { waitlist, design, language, words } = props;

  // ---- Start here: words and colors -------------------------------------------------------------------------

  // Ours are in the visitor's language. Put your own in their place, like joined: 'Welcome aboard'.
  const WORDS = {
    headline: design.headline || waitlist.name,
    lead: waitlist.lead,
    crowd: words.crowd,
    email: words.email,
    name: words.name,
    optional: words.optional,
    button: design.buttonLabel || words.button,
    sending: words.sending,
    fineprint: words.fineprint,
    invited: words.invited,
    check: words.check,
    joined: words.joined,
    place: words.place,
    //#closed
    opens: words.opens,
    full: words.full,
    //#end
    promise: words.promise,
    //#questions
    answer: words.answer,
    tick: words.tick,
    choose: words.choose,
    //#end
  };
${colors}${STATE}
  // ---- The page ---------------------------------------------------------------------------------------------
${page}${FORM}${QUESTIONS}
  // ---- Styles -----------------------------------------------------------------------------------------------

  function styles() {
    return palette() + \`${STYLES}${QUESTION_STYLES}${styles}
      @media (prefers-reduced-motion: reduce) {
        .wl *, .wl *::before, .wl *::after { animation: none !important; transition: none !important; }
      }
    \`;
  }

  function palette() {
    const light = ':root, .wl { color-scheme: light; --error: #b3261e; ' + LIGHT + ' }';
    const dark = ':root, .wl { color-scheme: dark; --error: #ffb4a8; ' + DARK + ' }';
    const brand = design.brandColor ? ':root, .wl { --brand: ' + design.brandColor + '; --on-brand: ' + design.onBrandColor + '; }' : '';
    if (design.appearance !== 'auto') return (design.appearance === 'dark' ? dark : light) + brand;
    return light + '@media (prefers-color-scheme: dark) { ' + dark + ' }' + brand;
  }
}
`;

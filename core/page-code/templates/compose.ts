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

const FORM = String.raw`
  // ---- The form ---------------------------------------------------------------------------------------------

  function format(number) {
    return Number(number).toLocaleString('en');
  }

  function plural(number, one, many) {
    return number === 1 ? one : format(number) + ' ' + many;
  }

  function crowd() {
    if (waitlist.waiting >= 5) return format(waitlist.waiting) + ' people in line';
    return waitlist.signups < 5 ? 'Be one of the first in line' : format(waitlist.signups) + ' people joined';
  }

  // The logo; without one, the name, unless the headline is the name.
  function brandmark() {
    if (design.logoUrl) {
      return h('img', { className: 'wl-logo', src: design.logoUrl, alt: WORDS.headline === waitlist.name ? '' : waitlist.name });
    }
    return WORDS.headline === waitlist.name ? null : h('p', { className: 'wl-name', dir: 'auto' }, waitlist.name);
  }

  function picture() {
    return design.imageUrl && h('img', { className: 'wl-picture', src: design.imageUrl, alt: '' });
  }

  function title() {
    const length = Array.from(WORDS.headline).length;
    const size = length > 50 ? ' wl-longer' : length > 22 ? ' wl-long' : '';
    return h('h1', { className: 'wl-title' + size, dir: 'auto' }, WORDS.headline);
  }

  function lead() {
    return h(
      React.Fragment,
      null,
      h('p', { className: 'wl-lead', dir: 'auto' }, WORDS.lead),
      props.referredBy && h('p', { className: 'wl-invited' }, WORDS.invited),
    );
  }

  function showErrors(found) {
    setErrors(found);
    if (found.email) emailRef.current.focus();
    else if (found.name) nameRef.current.focus();
  }

  function submit(event) {
    event.preventDefault();
    join(email.trim());
  }

  async function join(address) {
    if (sending) return;
    setNote('');
    setSuggestion('');
    setErrors({});
    if (!/^\S+@\S+\.\S+$/.test(address)) {
      showErrors({ email: address ? 'Please check this address: it should look like you@example.com.' : 'Please enter your email address.' });
      return;
    }
    setSending(true);
    try {
      const result = await props.onSubmit({ email: address, name: name.trim() });
      if (result.pending) setPending(result);
      else setEntry(result);
    } catch (error) {
      const found = {};
      for (const detail of error.details || []) found[detail.path] = detail.message;
      // A slip in the address: they can use the suggestion, or send what they typed again.
      setSuggestion(error.suggestion || '');
      if (error.alreadyJoined || error.suggestion) setNote(error.message);
      else if (found.email || found.name) showErrors(found);
      else showErrors({ form: error.message });
    }
    setSending(false);
  }

  function useSuggestion() {
    setEmail(suggestion);
    join(suggestion);
  }

  // They are on the list once they click the link in the email.
  function checkEmail() {
    return h(
      'div',
      { className: 'wl-pending' },
      h('h2', { className: 'wl-check', ref: headingRef, tabIndex: -1 }, WORDS.check),
      h('p', { className: 'wl-fine' }, pending.message),
    );
  }

  function form() {
    if (pending) return checkEmail();
    return h(
      React.Fragment,
      null,
      h(
        'form',
        { className: 'wl-form', onSubmit: submit, noValidate: true },
        field({ id: 'email', label: 'Email', value: email, set: setEmail, ref: emailRef, type: 'email', required: true, maxLength: 254 }),
        field({ id: 'name', label: 'Name', hint: 'optional', value: name, set: setName, ref: nameRef, type: 'text', maxLength: 100 }),
        // Above the button, so that it's visible on small screens.
        h('div', { className: 'wl-notes', 'aria-live': 'polite' },
          errors.form && h('p', { className: 'wl-error wl-note' }, errors.form),
          note && h('p', { className: 'wl-note' }, note),
          suggestion && h('button', { className: 'wl-suggestion', type: 'button', onClick: useSuggestion }, 'Use ' + suggestion),
        ),
        h(
          'button',
          { className: 'wl-button', type: 'submit', 'aria-disabled': sending },
          h('span', { dir: 'auto' }, sending ? WORDS.sending : WORDS.button),
          sending && h('span', { className: 'wl-dots', 'aria-hidden': true }, h('i'), h('i'), h('i')),
        ),
      ),
      h('p', { className: 'wl-fine' }, WORDS.fineprint),
    );
  }

  function field({ id, label, hint, value, set, ref, type, required, maxLength }) {
    const error = errors[id];
    return h(
      'div',
      { className: 'wl-field wl-field-' + id },
      h('label', { htmlFor: 'wl-' + id }, label, hint && h('span', { className: 'wl-hint' }, ' ' + hint)),
      h('input', {
        id: 'wl-' + id,
        ref,
        name: id,
        type,
        value,
        required,
        maxLength,
        dir: 'auto',
        autoComplete: id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? 'wl-' + id + '-error' : undefined,
        onChange: event => set(event.target.value),
      }),
      h('p', { className: 'wl-error', id: 'wl-' + id + '-error', 'aria-live': 'polite' }, error || ''),
    );
  }

  // ---- After joining ----------------------------------------------------------------------------------------

  function place() {
    const position = format(entry.position);
    const promise = waitlist.referralEnabled
      ? 'Move up ' + plural(waitlist.referralBoost, 'one place', 'places') + ' for each friend who joins with your link.'
      : WORDS.pass;
    return h(
      'div',
      { className: 'wl-joined-view' },
      h('p', { className: 'wl-eyebrow' }, WORDS.joined),
      h(
        'h1',
        { className: 'wl-place', ref: headingRef, tabIndex: -1 },
        h('span', { className: 'wl-place-label' }, WORDS.place),
        ' ',
        h('span', { className: 'wl-number', style: { '--digits': Math.max(position.length, 2) } }, position),
      ),
      h('p', { className: 'wl-lead wl-message', dir: 'auto' }, entry.message),
      h('label', { className: 'wl-promise', htmlFor: 'wl-link' }, promise),
      h(
        'div',
        { className: 'wl-link' },
        h('input', { id: 'wl-link', ref: linkRef, readOnly: true, value: entry.referralLink, onFocus: event => event.target.select() }),
        h('button', { className: 'wl-button', type: 'button', onClick: copyLink }, copyState === 'copied' ? 'Copied' : 'Copy link'),
      ),
      h(
        'p',
        { className: 'wl-fine', role: 'status' },
        copyState === 'copied' ? 'Link copied.' : copyState === 'failed' ? 'Press Ctrl+C or ⌘C to copy the link.' : '',
      ),
    );
  }

  async function copyLink() {
    linkRef.current.select();
    let copied = true;
    try {
      await navigator.clipboard.writeText(entry.referralLink);
    } catch {
      copied = document.execCommand('copy');
    }
    setCopyState(copied ? 'copied' : 'failed');
  }
`;

const STYLES = `
      .wl {
        --error: #b3261e;
        box-sizing: border-box;
        position: relative;
        min-height: 100vh;
        overflow-x: clip;
        background: var(--paper);
        color: var(--ink);
        font: 400 1.0625rem/1.55 Figtree, Arial, sans-serif;
        -webkit-font-smoothing: antialiased;
      }
      .wl-dark { --error: #ffb4a8; }
      .wl *, .wl *::before, .wl *::after { box-sizing: inherit; }
      .wl p, .wl h1, .wl ol { margin: 0; padding: 0; }
      .wl-logo { display: block; width: auto; max-width: min(13rem, 100%); height: 2.5rem; object-fit: contain; object-position: left center; }
      .wl-name { font-weight: 600; overflow-wrap: anywhere; }
      .wl-picture { display: block; width: 100%; object-fit: cover; }
      .wl .wl-title { font-weight: 700; line-height: 1.04; letter-spacing: -0.03em; text-wrap: balance; overflow-wrap: anywhere; }
      .wl-lead { color: var(--soft); text-wrap: pretty; overflow-wrap: anywhere; white-space: pre-line; }
      .wl .wl-lead:dir(rtl) { max-width: none; }
      .wl .wl-invited { margin-top: 1rem; padding-inline-start: 0.9rem; border-inline-start: 3px solid var(--brand); font-weight: 500; }

      .wl-form { display: grid; gap: 0.25rem; }
      .wl-field { min-width: 0; }
      .wl-field label { display: block; margin-bottom: 0.35rem; font-size: 0.9375rem; font-weight: 550; }
      .wl-hint { color: var(--soft); font-weight: 400; }
      .wl input { width: 100%; height: 3.25rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: var(--radius, 0.75rem); background: var(--field); color: inherit; font: inherit; transition: border-color 0.15s; }
      .wl input:hover { border-color: var(--ink); }
      .wl input[aria-invalid] { border-color: var(--error); box-shadow: inset 0 0 0 1px var(--error); }
      .wl :focus-visible { outline: 3px solid var(--ring, var(--ink)); outline-offset: 2px; }
      .wl h1:focus-visible { outline: none; }
      .wl-error { min-height: 1.35em; color: var(--error); font-size: 0.9375rem; line-height: 1.35; }
      .wl .wl-error:not(:empty) { padding: 0.4rem 0 0.3rem; }
      .wl-pending { margin-top: 1.75rem; padding: 1.25rem; border-radius: 0.75rem; background: var(--tint); }
      .wl .wl-check { margin: 0; font-weight: 650; font-size: 1.25rem; outline: none; }
      .wl .wl-pending .wl-fine { margin-top: 0.25rem; text-align: inherit; }
      .wl .wl-note { margin-bottom: 0.75rem; padding: 0.75rem 1rem; border-radius: var(--radius, 0.75rem); background: var(--tint); }
      .wl-suggestion { max-width: 100%; min-height: 2.75rem; margin: 0 0 0.75rem; padding: 0.4rem 1rem; border: 1px solid var(--line); border-radius: var(--radius, 0.75rem); background: none; color: inherit; font: inherit; font-weight: 550; overflow-wrap: anywhere; cursor: pointer; }
      .wl-button { display: inline-flex; align-items: center; justify-content: center; gap: 0.6rem; min-height: 3.25rem; padding: 0.5rem 1.4rem; border: 1px solid rgb(127 127 127 / 0.5); border-radius: var(--radius, 0.75rem); background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 650; overflow-wrap: anywhere; cursor: pointer; transition: filter 0.15s, transform 0.15s; }
      .wl-button:hover { filter: brightness(1.06); }
      .wl-button:active { transform: translateY(1px); }
      .wl-button[aria-disabled="true"] { cursor: progress; }
      .wl-dots { display: inline-flex; gap: 0.25rem; }
      .wl-dots i { width: 0.3rem; height: 0.3rem; border-radius: 50%; background: currentColor; animation: wl-dot 1s infinite alternate; }
      .wl-dots i:nth-child(2) { animation-delay: 0.2s; }
      .wl-dots i:nth-child(3) { animation-delay: 0.4s; }
      .wl .wl-fine { min-height: 1.5em; margin-top: 0.75rem; color: var(--soft); font-size: 0.9375rem; }

      .wl-joined-view { container-type: inline-size; width: 100%; max-width: 33rem; text-align: start; }
      .wl-eyebrow { color: var(--soft); font-size: 0.9375rem; font-weight: 550; font-variant-numeric: tabular-nums; }
      .wl .wl-place { margin-top: 1rem; font-weight: 700; }
      .wl-place-label { display: block; font-size: 1.125rem; font-weight: 550; }
      .wl-number { display: block; margin-inline-start: -0.04em; font-size: min(11rem, calc(100cqi / var(--digits) / 0.64)); line-height: 1; letter-spacing: -0.05em; }
      .wl .wl-message { margin-top: 1rem; color: var(--ink); }
      .wl-promise { display: block; margin: 1.75rem 0 0.75rem; padding-top: 1.5rem; border-top: 1px solid var(--tint-line, rgb(127 127 127 / 0.3)); font-weight: 550; }
      .wl-link { display: flex; flex-wrap: wrap; gap: 0.6rem; }
      .wl .wl-link input { flex: 1 1 14rem; width: auto; min-width: 0; text-overflow: ellipsis; }
      .wl-link .wl-button { flex: 1 0 auto; }

      @keyframes wl-dot { to { opacity: 0.25; } }
      @keyframes wl-rise { from { opacity: 0; transform: translateY(10px); } }
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

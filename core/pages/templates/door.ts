/**
 * The default page code: a starting point for people and agents to edit. It follows the page code rules (contract section
 * 3) and shows how to use the props.
 */
export const door = `\
/*
 * Your waitlist page. It's one function: keep its name, and keep helpers inside it.
 *
 *   props.waitlist    { name, lead, slug, referralEnabled, referralBoost, signups }
 *   props.design      { brandColor, onBrandColor, logoUrl, imageUrl, headline, buttonLabel, appearance, launchAt }
 *   props.referredBy  the referral code this visitor came with, or null
 *   props.onSubmit    ({ email, name }) => a promise of { position, referralCode, referralLink, message };
 *                     it rejects with an Error whose message you can show as it is
 *
 * React is in scope; JSX isn't supported. You can load images and fonts from https URLs. The page has no other network
 * access: sign up through props.onSubmit.
 */
function GeneratedWaitlist(props) {
  // ---- Start here: one color and a few words ----------------------------------------------------------------

  // 0 to 360. The whole page follows it: 158 pine, 215 ink blue, 265 plum, 345 wine, 25 umber.
  const HUE = 158;
  const GLOW = '#ffd27a';

  const WORDS = {
    lead: 'Something new is behind this door. Leave your email and we’ll let you know when it opens.',
    button: 'Join the waitlist',
    sending: 'Joining',
    fineprint: 'You’ll get a confirmation by email.',
    invited: 'A friend invited you. Good to see you here.',
    joined: 'You’re on the list',
    place: 'Your place in line',
    pass: 'Know someone who’d like this? Share your link.',
  };

  // ---- State ------------------------------------------------------------------------------------------------

  const h = React.createElement;
  const waitlist = props.waitlist;
  const [email, setEmail] = React.useState('');
  const [name, setName] = React.useState('');
  const [errors, setErrors] = React.useState({});
  const [note, setNote] = React.useState('');
  const [sending, setSending] = React.useState(false);
  const [entry, setEntry] = React.useState(null);
  const [copyState, setCopyState] = React.useState('');
  const headingRef = React.useRef(null);
  const emailRef = React.useRef(null);
  const nameRef = React.useRef(null);
  const linkRef = React.useRef(null);

  // Move focus to the new content, for screen readers and keyboards.
  React.useEffect(() => {
    if (!entry) return;
    window.scrollTo(0, 0);
    headingRef.current.focus({ preventScroll: true });
  }, [entry]);

  const format = number => Number(number).toLocaleString('en');
  const plural = (number, one, many) => (number === 1 ? one : format(number) + ' ' + many);

  function showErrors(found) {
    setErrors(found);
    if (found.email) emailRef.current.focus();
    else if (found.name) nameRef.current.focus();
  }

  async function submit(event) {
    event.preventDefault();
    if (sending) return;
    setNote('');
    setErrors({});
    if (!/^\\S+@\\S+\\.\\S+$/.test(email.trim())) {
      showErrors({ email: email.trim() ? 'Please check this address: it should look like you@example.com.' : 'Please enter your email address.' });
      return;
    }
    setSending(true);
    try {
      setEntry(await props.onSubmit({ email: email.trim(), name: name.trim() }));
    } catch (error) {
      const found = {};
      for (const detail of error.details || []) found[detail.path] = detail.message;
      if (error.alreadyJoined) setNote(error.message);
      else if (found.email || found.name) showErrors(found);
      else showErrors({ form: error.message });
    }
    setSending(false);
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

  const shareText = 'Join me on the waitlist for ' + waitlist.name;
  const shareLink = () =>
    // Rejects when the share sheet is closed.
    navigator.share({ title: waitlist.name, text: shareText, url: entry.referralLink }).catch(() => {});

  // ---- The page ---------------------------------------------------------------------------------------------

  return h(
    'div',
    { className: entry ? 'wl wl-joined' : 'wl', style: { '--hue': HUE, '--glow': GLOW } },
    h('style', null, styles()),
    h('main', { className: 'wl-main' }, h('div', { className: 'wl-column' }, entry ? renderPlace() : renderForm())),
    h('div', { className: 'wl-art', 'aria-hidden': true }, renderRooms()),
  );

  function renderForm() {
    const long = waitlist.name.length > 22 ? (waitlist.name.length > 50 ? ' wl-longer' : ' wl-long') : '';
    const crowd =
      waitlist.signups > 0 ? plural(waitlist.signups, 'One person', 'people') + ' in line' : 'The waitlist is open';
    return h(
      React.Fragment,
      null,
      h('p', { className: 'wl-eyebrow' }, crowd),
      h('h1', { className: 'wl-title' + long }, waitlist.name),
      h('p', { className: 'wl-lead' }, WORDS.lead),
      props.referredBy && h('p', { className: 'wl-invited' }, WORDS.invited),
      h(
        'form',
        { className: 'wl-form', onSubmit: submit, noValidate: true },
        field({ id: 'email', label: 'Email', value: email, set: setEmail, ref: emailRef, type: 'email', required: true, maxLength: 254 }),
        field({ id: 'name', label: 'Name', hint: 'optional', value: name, set: setName, ref: nameRef, type: 'text', maxLength: 100 }),
        // Above the button, so that it's visible on small screens.
        h('div', { 'aria-live': 'polite' },
          errors.form && h('p', { className: 'wl-error wl-note' }, errors.form),
          note && h('p', { className: 'wl-note' }, note),
        ),
        h(
          'button',
          { className: 'wl-button', type: 'submit', 'aria-disabled': sending },
          h('span', null, sending ? WORDS.sending : WORDS.button),
          sending ? h('span', { className: 'wl-dots', 'aria-hidden': true }, h('i'), h('i'), h('i')) : arrow(),
        ),
      ),
      h('p', { className: 'wl-fine' }, WORDS.fineprint),
    );
  }

  function field({ id, label, hint, value, set, ref, type, required, maxLength }) {
    const error = errors[id];
    return h(
      'div',
      { className: 'wl-field' },
      h('label', { htmlFor: 'wl-' + id }, label, hint && h('span', { className: 'wl-hint' }, ' ' + hint)),
      h('input', {
        id: 'wl-' + id,
        ref,
        name: id,
        type,
        value,
        required,
        maxLength,
        autoComplete: id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? 'wl-' + id + '-error' : undefined,
        onChange: event => set(event.target.value),
      }),
      h('p', { className: 'wl-error', id: 'wl-' + id + '-error', 'aria-live': 'polite' }, error || ''),
    );
  }

  function renderPlace() {
    const place = format(entry.position);
    const promise = waitlist.referralEnabled
      ? 'Move up ' + plural(waitlist.referralBoost, 'one place', 'places') + ' for each friend who joins with your link.'
      : WORDS.pass;
    const canShare = typeof navigator.share === 'function';
    const mail = 'mailto:?subject=' + encodeURIComponent(shareText) + '&body=' + encodeURIComponent(shareText + ': ' + entry.referralLink);
    return h(
      React.Fragment,
      null,
      h('p', { className: 'wl-eyebrow' }, WORDS.joined),
      h(
        'h1',
        { className: 'wl-place', ref: headingRef, tabIndex: -1 },
        h('span', { className: 'wl-place-label' }, WORDS.place),
        ' ',
        h('span', { className: 'wl-number', style: { '--digits': Math.max(place.length, 2) } }, place),
      ),
      h('p', { className: 'wl-lead wl-message' }, entry.message),
      h(
        'div',
        { className: 'wl-invite' },
        h('label', { className: 'wl-promise', htmlFor: 'wl-link' }, promise),
        h(
          'div',
          { className: 'wl-link' },
          h('input', { id: 'wl-link', ref: linkRef, readOnly: true, value: entry.referralLink, onFocus: event => event.target.select() }),
          h('button', { className: 'wl-button', type: 'button', onClick: copyLink }, copyState === 'copied' ? 'Copied' : 'Copy link'),
          canShare
            ? h('button', { className: 'wl-button wl-quiet', type: 'button', onClick: shareLink }, 'Share')
            : h('a', { className: 'wl-button wl-quiet', href: mail }, 'Email it'),
        ),
        h(
          'p',
          { className: 'wl-fine', role: 'status' },
          copyState === 'copied' ? 'Link copied.' : copyState === 'failed' ? 'Press Ctrl+C or ⌘C to copy the link.' : '',
        ),
      ),
    );
  }

  function arrow() {
    return h(
      'svg',
      { className: 'wl-arrow', width: 20, height: 20, viewBox: '0 0 20 20', 'aria-hidden': true },
      h('path', { d: 'M3 10h13M11 5l5 5-5 5', fill: 'none', stroke: 'currentColor', strokeWidth: 1.8, strokeLinecap: 'round', strokeLinejoin: 'round' }),
    );
  }

  // ---- The picture: rooms that lead to a lit door, and people waiting in front of it ---------------------------

  function renderRooms() {
    // Everything is drawn around one vanishing point, at eye height. A larger scale is closer: 1 is the closest.
    const eye = { x: 320, y: 560 };
    const doors = [1, 0.73, 0.535, 0.39, 0.285, 0.208];
    const light = 0.15;
    const tones = [0, 3, 7, 12, 18, 26, 36];

    const tone = (step, more = 0) => ({ fill: 'hsl(var(--hue) 30% calc(var(--wall) + ' + (tones[step] + more) + '%))' });
    const floorAt = scale => eye.y + 330 * scale;
    const arch = (scale, inset = 0) => {
      const half = 215 * scale - inset;
      const spring = eye.y - 165 * scale;
      const left = eye.x - half;
      return 'M' + left + ' ' + floorAt(scale) + 'V' + spring + 'a' + half + ' ' + half + ' 0 0 1 ' + 2 * half + ' 0V' + floorAt(scale) + 'z';
    };
    const floor = (near, far) =>
      'M' + (eye.x - 460 * near) + ' ' + floorAt(near) + 'L' + (eye.x - 460 * far) + ' ' + floorAt(far) +
      'H' + (eye.x + 460 * far) + 'L' + (eye.x + 460 * near) + ' ' + floorAt(near) + 'z';

    const person = (scale, key, className) =>
      h(
        'g',
        { key, className, transform: 'translate(' + (eye.x + 150 * scale) + ' ' + floorAt(scale) + ') scale(' + scale + ')' },
        h('ellipse', { className: 'wl-shadow', cx: 22, cy: 4, rx: 74, ry: 12 }),
        h('path', { d: 'M-37 0c0-64-5-126-3-184c2-44 16-66 40-66s38 22 40 66c2 58-3 120-3 184q-37 13-74 0z' }),
        h('circle', { cy: -289, r: 28 }),
      );

    // People ahead of you, as many as fit.
    const ahead = Math.min(entry ? entry.position - 1 : waitlist.signups, 3);
    const line = [0.205, 0.345, 0.58].slice(3 - ahead);

    return h(
      'svg',
      { viewBox: '0 0 640 960', preserveAspectRatio: 'xMidYMax slice' },
      h(
        'defs',
        null,
        h('radialGradient', { id: 'wl-halo' }, h('stop', { offset: 0, stopColor: GLOW, stopOpacity: 0.75 }), h('stop', { offset: 0.5, stopColor: GLOW, stopOpacity: 0.22 }), h('stop', { offset: 1, stopColor: GLOW, stopOpacity: 0 })),
        h('linearGradient', { id: 'wl-spill', x1: 0, y1: 0, x2: 0, y2: 1 }, h('stop', { offset: 0, stopColor: GLOW, stopOpacity: 0.85 }), h('stop', { offset: 1, stopColor: GLOW, stopOpacity: 0 })),
      ),
      h('rect', { width: 640, height: 960, style: tone(0) }),
      h('path', { d: floor(1.4, 1), style: tone(0, 3) }),
      doors.map((scale, index) =>
        h(
          'g',
          { key: scale },
          // The jamb catches light from the next door.
          h('path', { d: arch(scale), style: tone(index, 11) }),
          h('clipPath', { id: 'wl-clip-' + index }, h('path', { d: arch(scale, 13 * scale) })),
          h(
            'g',
            { clipPath: 'url(#wl-clip-' + index + ')' },
            h('rect', { width: 640, height: 960, style: tone(index + 1) }),
            h('path', { d: floor(scale, doors[index + 1] || light), style: tone(index + 1, 4) }),
          ),
        ),
      ),
      h('circle', { className: 'wl-halo', cx: eye.x, cy: eye.y, r: 250, fill: 'url(#wl-halo)' }),
      h('path', { className: 'wl-spill', fill: 'url(#wl-spill)', d: 'M' + (eye.x - 32) + ' ' + floorAt(light) + 'h64L' + (eye.x + 190) + ' 960h-380z' }),
      h('path', { className: 'wl-light', d: arch(light) }),
      h('g', { className: 'wl-people' }, line.map(scale => person(scale, scale))),
      entry && person(0.94, 'you', 'wl-you'),
    );
  }

  // ---- Styles -----------------------------------------------------------------------------------------------

  function styles() {
    return \`
      :root { color-scheme: light dark; }
      .wl {
        --wall: 13%;
        --paper: hsl(var(--hue) 18% 96%);
        --field: hsl(var(--hue) 30% 99%);
        --ink: hsl(var(--hue) 32% 9%);
        --soft: hsl(var(--hue) 10% 33%);
        --line: hsl(var(--hue) 8% 50%);
        --action: hsl(var(--hue) 42% 15%);
        --on-action: hsl(var(--hue) 30% 97%);
        --ring: hsl(var(--hue) 65% 28%);
        --error: #a8231a;
        box-sizing: border-box;
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 0.86fr);
        min-height: 100vh;
        background: var(--paper);
        color: var(--ink);
        font: 400 1.0625rem/1.55 "Avenir Next", Avenir, "Segoe UI Variable Text", "Segoe UI", Inter, Roboto, Ubuntu, system-ui, sans-serif;
        -webkit-font-smoothing: antialiased;
      }
      @media (prefers-color-scheme: dark) {
        .wl {
          --wall: 7%;
          --paper: hsl(var(--hue) 22% 7%);
          --field: hsl(var(--hue) 18% 10%);
          --ink: hsl(var(--hue) 16% 94%);
          --soft: hsl(var(--hue) 8% 70%);
          --line: hsl(var(--hue) 8% 46%);
          --action: var(--glow);
          --on-action: hsl(var(--hue) 40% 8%);
          --ring: var(--glow);
          --error: #ffb3a7;
        }
      }
      .wl *, .wl *::before { box-sizing: inherit; }
      .wl p, .wl h1 { margin: 0; }

      .wl-main { display: grid; align-items: center; padding: clamp(2.5rem, 7vh, 6rem) clamp(1.5rem, 6vw, 7rem); }
      .wl-column { container-type: inline-size; width: 100%; max-width: 33rem; animation: wl-rise 0.7s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-eyebrow { display: flex; align-items: center; gap: 0.6em; color: var(--soft); font-size: 0.9375rem; font-weight: 500; font-variant-numeric: tabular-nums; }
      .wl-eyebrow::before { content: ""; width: 0.62em; height: 0.95em; border-radius: 1em 1em 0 0; background: var(--glow); box-shadow: 0 0 0 0.2em hsl(var(--hue) 34% 24%); }
      .wl .wl-title { margin: 0.32em 0 0.36em; font-size: clamp(2.75rem, 5.6vw, 5rem); font-weight: 640; line-height: 1; letter-spacing: -0.04em; text-wrap: balance; overflow-wrap: anywhere; }
      .wl .wl-title.wl-long { font-size: clamp(2.25rem, 4.2vw, 3.75rem); letter-spacing: -0.035em; }
      .wl .wl-title.wl-longer { font-size: clamp(1.875rem, 3vw, 2.625rem); letter-spacing: -0.025em; line-height: 1.08; }
      .wl-lead { max-width: 29rem; color: var(--soft); font-size: 1.1875rem; line-height: 1.5; text-wrap: pretty; overflow-wrap: anywhere; white-space: pre-line; }
      .wl .wl-invited { margin-top: 1.25rem; padding-left: 0.9rem; border-left: 3px solid var(--glow); font-weight: 500; }

      .wl-form { display: grid; gap: 0.25rem; margin-top: 2rem; }
      .wl-field label { display: block; margin-bottom: 0.35rem; font-size: 0.9375rem; font-weight: 550; }
      .wl-hint { color: var(--soft); font-weight: 400; }
      .wl input { width: 100%; height: 3.375rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--field); color: inherit; font: inherit; transition: border-color 0.15s, box-shadow 0.15s; }
      .wl input:hover { border-color: var(--ink); }
      .wl input[aria-invalid] { border-color: var(--error); box-shadow: inset 0 0 0 1px var(--error); }
      .wl :focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
      .wl h1:focus-visible { outline: none; }
      .wl-error { min-height: 1.35em; padding-top: 0.45rem; color: var(--error); font-size: 0.9375rem; line-height: 1.35; }
      .wl .wl-note { margin-bottom: 0.9rem; padding: 0.75rem 1rem; border-radius: 0.75rem; background: hsl(var(--hue) 20% 50% / 0.12); }

      .wl-button { display: inline-flex; align-items: center; justify-content: center; gap: 0.6rem; height: 3.375rem; padding: 0 1.35rem; border: 1px solid var(--action); border-radius: 0.75rem; background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; white-space: nowrap; text-decoration: none; cursor: pointer; transition: transform 0.15s, background-color 0.15s; }
      .wl-button:active { transform: translateY(1px); }
      .wl-button[aria-disabled="true"] { cursor: progress; }
      .wl-quiet { border-color: var(--line); background: transparent; color: inherit; }
      .wl-quiet:hover { border-color: var(--ink); }
      .wl-arrow { transition: transform 0.25s cubic-bezier(0.2, 0.7, 0.2, 1); }
      .wl-button:hover .wl-arrow { transform: translateX(4px); }
      .wl-dots { display: inline-flex; gap: 0.25rem; }
      .wl-dots i { width: 0.3rem; height: 0.3rem; border-radius: 50%; background: currentColor; animation: wl-dot 1s infinite alternate; }
      .wl-dots i:nth-child(2) { animation-delay: 0.2s; }
      .wl-dots i:nth-child(3) { animation-delay: 0.4s; }
      .wl .wl-fine { min-height: 1.5em; margin-top: 0.9rem; color: var(--soft); font-size: 0.9375rem; }

      .wl .wl-place { margin-top: 1.5rem; font-weight: 640; }
      .wl-place-label { display: block; font-size: 1.1875rem; font-weight: 550; }
      .wl-number { display: block; margin-left: -0.045em; font-size: min(13rem, calc(100cqi / var(--digits) / 0.62)); line-height: 1; letter-spacing: -0.055em; font-variant-numeric: lining-nums; animation: wl-arrive 0.9s 0.1s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl .wl-message { margin-top: 1.1rem; color: var(--ink); }
      .wl-invite { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid hsl(var(--hue) 10% 50% / 0.3); }
      .wl-promise { display: block; margin-bottom: 0.75rem; font-weight: 550; }
      .wl-link { display: flex; flex-wrap: wrap; gap: 0.6rem; }
      .wl-link input { flex: 1 0 100%; text-overflow: ellipsis; }
      .wl-link .wl-button { flex: 1 0 0; }

      .wl-art { position: sticky; top: 0; height: 100vh; overflow: hidden; background: hsl(var(--hue) 30% var(--wall)); }
      .wl-art svg { display: block; width: 100%; height: 100%; }
      .wl-people path, .wl-people circle { fill: hsl(var(--hue) 45% 5%); }
      .wl-shadow { fill: hsl(var(--hue) 45% 4%); opacity: 0.4; }
      .wl-light { fill: #fff1cf; }
      .wl-halo { transform-origin: 320px 560px; animation: wl-breathe 7s ease-in-out infinite; }
      .wl-you path, .wl-you circle { fill: var(--glow); }
      .wl-you { animation: wl-step 1.1s 0.25s cubic-bezier(0.2, 0.7, 0.2, 1) both; }

      @media (max-width: 53rem) {
        .wl { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; }
        .wl-art { position: relative; order: -1; height: clamp(9.5rem, 25vh, 20rem); }
        /* Moves the picture so that the lit door is in the visible band. */
        .wl-art svg { position: absolute; top: calc(62% - 87.5vw); height: 150vw; }
        .wl-main { align-items: start; padding: 1.75rem 1.5rem 2rem; }
        .wl-column { max-width: 36rem; margin: 0 auto; }
        .wl-form { margin-top: 1.5rem; }
        .wl-lead { font-size: 1.0625rem; }
        .wl-number { font-size: min(9rem, calc(100cqi / var(--digits) / 0.62)); }
      }

      @keyframes wl-rise { from { opacity: 0; transform: translateY(10px); } }
      @keyframes wl-arrive { from { opacity: 0; transform: translateY(0.14em); } }
      @keyframes wl-step { from { opacity: 0; translate: 60px 0; } }
      @keyframes wl-dot { to { opacity: 0.25; } }
      @keyframes wl-breathe { 50% { opacity: 0.65; transform: scale(1.08); } }
      @media (prefers-reduced-motion: reduce) {
        .wl *, .wl *::before { animation: none !important; transition: none !important; }
      }
    \`;
  }
}
`;

import { composeTemplate } from './compose.ts';

export const countdown = composeTemplate({
  about: 'a departure board that counts down to the launch',
  colors: `
  const LIGHT = '--brand: #ffd23f; --on-brand: #000000; --paper: #f1f0ec; --field: #ffffff; --ink: #1a1a18; --soft: #57564f; --line: #86847b; --tint: rgb(0 0 0 / 0.07); --flap: #11110f;';
  const DARK = '--brand: #ffd23f; --on-brand: #000000; --paper: #0e0e0d; --field: #1a1a18; --ink: #f3f2ec; --soft: #aeaca2; --line: #74726a; --tint: rgb(255 255 255 / 0.1); --flap: #080807;';

  // The board's text without a date, after the date, and while nobody can join: up to 10 letters. See what else it says in when() and board().
  const TIMES = words.countdown;
  const BOARD = { soon: TIMES.board.soon, open: TIMES.board.open, closed: TIMES.board.closed, full: TIMES.board.full };

  // ---- The time left ----------------------------------------------------------------------------------------

  const launchAt = design.launchAt || waitlist.opensAt;
  const launch = launchAt ? new Date(launchAt) : null;
  const [now, setNow] = React.useState(() => Date.now());
  const left = launch ? Math.max(0, Math.ceil((launch.getTime() - now) / 1000)) : null;
  const isCounting = left !== null && left > 0;
  const isShut = waitlist.door === 'closed' || waitlist.door === 'full';
  const word = BOARD[isShut ? waitlist.door : launch ? 'open' : 'soon'];
  const parts = [
    ['day', Math.floor(left / 86400)],
    ['hour', Math.floor(left / 3600) % 24],
    ['minute', Math.floor(left / 60) % 60],
    ['second', left % 60],
  ].map(([unit, count]) => ({ unit, text: String(count).padStart(2, '0'), label: unitName(unit, count) }));
  React.useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
`,
  page: `
  function page() {
    const [brand, date] = [brandmark(), when()];
    return h(
      'main',
      { className: 'wl-main' },
      (brand || date) && h('header', { className: 'wl-top' }, h('div', null, brand), h('p', { className: 'wl-when' }, date)),
      entry
        ? place()
        : h(
            React.Fragment,
            null,
            // Words and form first, for those who listen; the styles put the clock above them.
            h(
              'div',
              { className: 'wl-desk' },
              h('div', null, h('p', { className: 'wl-eyebrow' }, WORDS.crowd), title(), lead()),
              h('div', null, form()),
            ),
            h('div', { className: design.imageUrl ? 'wl-hall wl-hall-picture' : 'wl-hall' }, picture(), board()),
          ),
    );
  }

  // "days", or what the language says after this number.
  function unitName(unit, count) {
    const name = new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' })
      .formatToParts(count)
      .filter(({ type }) => type === 'unit')
      .map(({ value }) => value)
      .join(' ')
      .trim();
    return name || unit;
  }

  function when() {
    if (isShut && !isCounting) return null;
    if (!launch) return TIMES.noDate;
    const day = { year: 'numeric', month: 'long', day: 'numeric' };
    const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' };
    const date = h('time', { key: 1, dateTime: launchAt }, launch.toLocaleString(locale(), isCounting ? { ...day, ...time } : day));
    return isCounting ? date : fill(TIMES.openSince, { day: date });
  }

  // Each has a flap of its own, except letters that join.
  function lettersOf(text) {
    return /[\\u0600-\\u06ff]/.test(text) ? [text] : Array.from(text);
  }

  function board() {
    if (!isCounting) {
      return h('p', { className: 'wl-board wl-board-word' }, !isShut && h('span', { className: 'wl-hidden' }, launch ? TIMES.nowOpen : TIMES.comingSoon), flaps(word));
    }
    return h(
      'div',
      { className: 'wl-board', role: 'timer', 'aria-label': TIMES.timeLeft },
      parts.map(({ unit, text, label }) => h('div', { className: 'wl-unit', key: unit }, h('span', { className: 'wl-hidden' }, Number(text) + ' '), flaps(text), h('span', { className: 'wl-label' }, label))),
    );
  }

  function flaps(text) {
    return h('span', { className: 'wl-flaps', 'aria-hidden': true }, lettersOf(text).map((letter, index) => h('span', { className: 'wl-flap', key: index }, h('b', { key: letter }, letter))));
  }
`,
  styles: `
      .wl-main { display: flex; flex-direction: column; gap: clamp(0.75rem, 3.5cqh, 2.5rem); max-width: 84rem; min-height: 100cqh; margin: 0 auto; padding: clamp(0.9rem, 3.2vw, 3rem) clamp(1.25rem, 3.2vw, 3rem); }
      .wl-top { order: -2; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1.5rem; min-height: 2.25rem; }
      .wl-top > * { min-width: 0; }
      .wl .wl-when { margin-inline-start: auto; font-weight: 600; font-variant-numeric: tabular-nums; }
      .wl-hall { flex: 1 0 auto; max-height: 75cqw; order: -1; position: relative; display: grid; align-items: center; padding: clamp(0.7rem, min(3.4vw, 3.4cqh), 3rem) clamp(0.75rem, 3.4vw, 3rem); border-radius: clamp(1rem, 2vw, 1.75rem); background: var(--brand); container-type: inline-size; box-shadow: inset 0 0 0 1px rgb(127 127 127 / 0.3); }
      .wl-hall-picture { padding-block: clamp(0.9rem, 5vw, 4.5rem); }
      .wl-hall .wl-picture { position: absolute; inset: 0; height: 100%; border-radius: inherit; }
      .wl-hall-picture .wl-board { position: relative; }
      .wl-hall-picture .wl-label { justify-self: center; padding: 0.1em 0.7em; border-radius: 0.4em; background: var(--brand); }
      .wl .wl-board { --flaps: \${isCounting ? parts.map(part => part.text).join('').length : Math.max(Array.from(word).length, 4)}; --gap: 0.9cqi; --width: calc((100cqi - var(--flaps) * var(--gap) - 3 * 2.6cqi) / var(--flaps)); --size: min(var(--width) * 1.4, clamp(2.25rem, 100cqh - 27rem, 15rem)); display: flex; justify-content: center; gap: calc(var(--gap) + 2.6cqi); }
      .wl-flaps { direction: ltr; display: flex; justify-content: center; gap: var(--gap); }
      .wl-flap { position: relative; display: grid; overflow: hidden; width: calc(var(--size) / 1.4); height: var(--size); border-radius: calc(var(--size) * 0.09); background: var(--flap); color: #f7f5ec; font-size: calc(var(--size) * 0.78); font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1; place-items: center; box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.12), 0 0.12em 0.3em -0.1em rgb(0 0 0 / 0.5); }
      .wl-board-word .wl-flap:only-child { width: auto; padding: 0 0.35em; font-size: calc(var(--size) * 0.5); }
      .wl-flap::after { position: absolute; inset: calc(50% - 1px) 0 auto; height: 2px; background: rgb(0 0 0 / 0.75); content: ""; }
      .wl-flap b { font-weight: inherit; animation: wl-flip 0.28s cubic-bezier(0.3, 0.6, 0.3, 1); }
      .wl-unit { display: grid; gap: clamp(0.3rem, 1.2cqi, 0.75rem); }
      .wl-label { color: var(--on-brand); font-size: clamp(0.75rem, 1.6cqi, 1.25rem); font-weight: 600; line-height: 1.3; text-align: center; }
      .wl-hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }
      .wl .wl-board-word { --size: min((100cqi - var(--flaps) * var(--gap)) / var(--flaps) * 1.4, clamp(3.5rem, 100cqh - 33rem, 17rem)); gap: var(--gap); }
      .wl-desk { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 0.75rem clamp(1.5rem, 6vw, 6rem); align-items: start; margin: auto 0; }
      .wl-desk .wl-pending { margin-top: 0.5rem; }
      .wl .wl-title { margin: 0.2em 0 0.3em; font-size: clamp(2rem, 4.8vw, 4.5rem); }
      .wl .wl-title.wl-long { font-size: clamp(1.75rem, 3.4vw, 3rem); }
      .wl .wl-title.wl-longer { font-size: clamp(1.375rem, 2.4vw, 2.125rem); letter-spacing: -0.02em; line-height: 1.12; }
      .wl-lead { max-width: 32rem; font-size: clamp(1rem, 1.4vw, 1.1875rem); line-height: 1.45; }
      .wl-eyebrow::before { display: inline-block; width: 0.6em; height: 0.6em; margin-inline-end: 0.6em; border-radius: 50%; background: var(--brand); box-shadow: 0 0 0 1px rgb(127 127 127 / 0.5); content: ""; }
      .wl-form .wl-button { border-radius: 0.75rem; }
      .wl-joined-view { margin: auto; }
      @media (max-width: 52rem) {
        .wl-form { gap: 0; }
        .wl-error { min-height: 0.5rem; }
      }
      @media (max-width: 40rem) {
        .wl-main { gap: clamp(0.6rem, 2.2cqh, 1.5rem); }
        .wl-desk { grid-template-columns: minmax(0, 1fr); }
        .wl .wl-when { margin-inline-start: 0; font-size: 0.9375rem; }
      }
      @keyframes wl-flip { from { transform: translateY(-55%) scaleY(0.3); opacity: 0.3; } }
`,
});

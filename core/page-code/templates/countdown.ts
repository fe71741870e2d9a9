import { composeTemplate } from './compose.ts';

export const countdown = composeTemplate({
  about: 'a departure board that counts down to the launch',
  colors: `
  const BRAND = design.brandColor || '#ffd23f';
  const ON_BRAND = design.brandColor ? design.onBrandColor : '#000000';

  // The board's text without a date, and after the date: up to 6 letters.
  const BOARD = { soon: 'SOON', open: 'OPEN' };

  // ---- The time left ----------------------------------------------------------------------------------------

  const launch = design.launchAt ? new Date(design.launchAt) : null;
  const [now, setNow] = React.useState(() => Date.now());
  const left = launch ? Math.max(0, Math.ceil((launch.getTime() - now) / 1000)) : null;
  const isCounting = left !== null && left > 0;
  React.useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
`,
  page: `
  function page() {
    return h(
      'main',
      { className: 'wl-main' },
      h('header', { className: 'wl-top' }, h('div', null, brandmark()), h('p', { className: 'wl-when' }, when())),
      entry
        ? place()
        : h(
            React.Fragment,
            null,
            h('div', { className: design.imageUrl ? 'wl-hall wl-hall-picture' : 'wl-hall' }, picture(), board()),
            h(
              'div',
              { className: 'wl-desk' },
              h('div', null, h('p', { className: 'wl-eyebrow' }, crowd()), title(), lead()),
              h('div', null, form()),
            ),
          ),
    );
  }

  function when() {
    if (!launch) return 'Date to be announced';
    const day = launch.toLocaleDateString('en', { year: 'numeric', month: 'long', day: 'numeric' });
    const time = launch.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
    const text = isCounting ? day + ', ' + time : 'Open since ' + day;
    return h('time', { dateTime: design.launchAt }, text);
  }

  function board() {
    if (!isCounting) {
      const word = launch ? BOARD.open : BOARD.soon;
      return h('p', { className: 'wl-board wl-board-word', style: { '--flaps': word.length } }, h('span', { className: 'wl-hidden' }, launch ? 'Now open' : 'Coming soon'), flaps(word));
    }
    const parts = [
      ['days', Math.floor(left / 86400)],
      ['hours', Math.floor(left / 3600) % 24],
      ['minutes', Math.floor(left / 60) % 60],
      ['seconds', left % 60],
    ].map(([unit, count]) => ({ unit, text: String(count).padStart(2, '0'), label: count === 1 ? unit.slice(0, -1) : unit }));
    const total = parts.reduce((sum, { text }) => sum + text.length, 0);
    return h(
      'div',
      { className: 'wl-board', role: 'timer', 'aria-label': 'Time left', style: { '--flaps': total, '--row': Math.max(parts[0].text.length + 2, 4) } },
      parts.map(({ unit, text, label }) => h('div', { className: 'wl-unit', key: unit }, h('span', { className: 'wl-hidden' }, Number(text) + ' '), flaps(text), h('span', { className: 'wl-label' }, label))),
    );
  }

  function flaps(text) {
    return h('span', { className: 'wl-flaps', 'aria-hidden': true }, Array.from(text).map((letter, index) => h('span', { className: 'wl-flap', key: index }, h('b', { key: letter }, letter))));
  }
`,
  styles: `
      .wl-light { --paper: #f1f0ec; --field: #ffffff; --ink: #1a1a18; --soft: #57564f; --line: #86847b; --tint: rgb(0 0 0 / 0.07); --hall: #22221f; --flap: #11110f; }
      .wl-dark { --paper: #0e0e0d; --field: #1a1a18; --ink: #f3f2ec; --soft: #aeaca2; --line: #74726a; --tint: rgb(255 255 255 / 0.1); --hall: #1b1b19; --flap: #080807; }
      .wl-main { display: flex; flex-direction: column; gap: clamp(1.25rem, 3.5vh, 2.5rem); max-width: 84rem; min-height: 100vh; margin: 0 auto; padding: clamp(1.25rem, 3.2vw, 3rem); }
      .wl-top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem; min-height: 2.5rem; }
      .wl-top > * { min-width: 0; }
      .wl .wl-when { margin-inline-start: auto; font-weight: 600; font-variant-numeric: tabular-nums; }
      .wl-hall { position: relative; display: grid; align-items: center; padding: clamp(1rem, 3.4vw, 3rem); border-radius: clamp(1rem, 2vw, 1.75rem); background: var(--hall); container-type: inline-size; box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.07); animation: wl-rise 0.6s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-hall::before { position: absolute; top: 0; left: clamp(1rem, 3.4vw, 3rem); width: clamp(2.5rem, 6vw, 5rem); height: 0.4rem; border-radius: 0 0 0.3rem 0.3rem; background: var(--brand); content: ""; }
      .wl-hall-picture { padding-block: clamp(1.75rem, 6vw, 4.5rem); }
      .wl-hall .wl-picture { position: absolute; inset: 0; height: 100%; border-radius: inherit; }
      .wl-hall-picture .wl-board { position: relative; }
      .wl-hall-picture .wl-label { justify-self: center; padding: 0.1em 0.7em; border-radius: 0.4em; background: var(--flap); }
      .wl .wl-board { --gap: 0.9cqi; --width: calc((100cqi - var(--flaps) * var(--gap) - 3 * 2.6cqi) / var(--flaps)); --size: min(var(--width) * 1.4, 15rem); display: flex; justify-content: center; gap: calc(var(--gap) + 2.6cqi); }
      .wl-flaps { display: flex; gap: var(--gap); }
      .wl-flap { position: relative; display: grid; overflow: hidden; width: calc(var(--size) / 1.4); height: var(--size); border-radius: calc(var(--size) * 0.09); background: var(--flap); color: #f7f5ec; font-size: calc(var(--size) * 0.78); font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1; place-items: center; box-shadow: inset 0 0 0 1px rgb(255 255 255 / 0.08); }
      .wl-flap::after { position: absolute; inset: calc(50% - 1px) 0 auto; height: 2px; background: var(--hall); content: ""; }
      .wl-flap b { font-weight: inherit; animation: wl-flip 0.28s cubic-bezier(0.3, 0.6, 0.3, 1); }
      .wl-unit { display: grid; gap: 0.6rem; }
      .wl-label { color: #cfccc0; font-size: clamp(0.8125rem, 1.5cqi, 1.125rem); font-weight: 500; text-align: center; }
      .wl-hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }
      .wl .wl-board-word { --size: min(calc((100cqi - var(--flaps) * var(--gap)) / var(--flaps)), 17rem); gap: var(--gap); }
      .wl-desk { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 1.5rem clamp(2rem, 6vw, 6rem); align-items: start; margin: auto 0; }
      .wl .wl-title { margin: 0.25em 0 0.35em; font-size: clamp(2.25rem, 4.6vw, 4.25rem); }
      .wl .wl-title.wl-long { font-size: clamp(1.875rem, 3.4vw, 3rem); }
      .wl .wl-title.wl-longer { font-size: clamp(1.5rem, 2.4vw, 2.125rem); letter-spacing: -0.02em; line-height: 1.12; }
      .wl-lead { max-width: 32rem; font-size: 1.125rem; }
      .wl-eyebrow::before { display: inline-block; width: 0.6em; height: 0.6em; margin-inline-end: 0.6em; border-radius: 50%; background: var(--brand); box-shadow: 0 0 0 1px rgb(127 127 127 / 0.5); content: ""; }
      .wl-form .wl-button { border-radius: 0.75rem; }
      .wl-joined-view { margin: auto; }
      @media (max-width: 48rem) {
        .wl-desk { grid-template-columns: minmax(0, 1fr); }
        .wl .wl-when { margin-inline-start: 0; }
        .wl .wl-board:not(.wl-board-word) { --width: calc((100cqi - (var(--row) + 1) * 2cqi - 3cqi) / var(--row)); --gap: 2cqi; flex-wrap: wrap; gap: 1.1rem 5cqi; }
        .wl-unit { gap: 0.4rem; }
      }
      @keyframes wl-flip { from { transform: translateY(-55%) scaleY(0.3); opacity: 0.3; } }
`,
});

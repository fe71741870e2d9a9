import { composeTemplate } from './compose.ts';

export const leaderboard = composeTemplate({
  about: 'the line itself, and what friends do for your place in it',
  colors: `
  const LIGHT = '--brand: #2d69fd; --on-brand: #ffffff; --paper: #f4f6fa; --panel: #ffffff; --field: #ffffff; --ink: #10151f; --soft: #525b6b; --line: #808a9b; --tint: #e8ecf3; --hint: #474f5d;';
  const DARK = '--brand: #2d69fd; --on-brand: #ffffff; --paper: #0c0f15; --panel: #151a23; --field: #1a202b; --ink: #f1f4f9; --soft: #a5afbf; --line: #6b7587; --tint: #232b38; --hint: var(--soft);';

  const LINE = words.leaderboard;

  // ---- The place you would get ------------------------------------------------------------------------------

  const MOST_FRIENDS = 10;
  const [friends, setFriends] = React.useState(3);
  // A line that is still short has no places to gain: the slider shows what they would be in a longer one.
  const EXAMPLE = Math.max(100, 2 * MOST_FRIENDS * waitlist.referralBoost);
  const isExample = waitlist.referralEnabled && waitlist.waiting < 5;
  const last = (isExample ? EXAMPLE : waitlist.signups) + 1;
  const gained = waitlist.referralEnabled ? friends * waitlist.referralBoost : 0;
  const yours = Math.max(1, last - gained);
  // Those in line. A place counts everybody who joined, so it's higher once people were let in.
  const ahead = Math.max(0, (isExample ? EXAMPLE : waitlist.waiting) - gained);
  const gone = yours - 1 - ahead;
`,
  page: `
  function page() {
    return h(
      'main',
      { className: 'wl-main' },
      h(
        'div',
        { className: 'wl-side' },
        h('div', { className: 'wl-brand' }, brandmark()),
        entry ? place() : h('div', { className: 'wl-pitch' }, title(), lead(), form()),
      ),
      h('div', { className: 'wl-board' }, !entry && picture(), entry ? standing() : waitlist.closedMessage ? inLine() : !pending && preview()),
    );
  }

  // A text about a number, in the form that the language has for it.
  function count(forms, number, values) {
    const text = forms[new Intl.PluralRules(language).select(number)] || forms.other;
    return fill(text, { ...values, count: format(number) }).join('');
  }

  // Before joining: the place you would get. Nobody's data is on this page, so no row shows a person but you.
  function preview() {
    return h(
      'section',
      { className: 'wl-panel', 'aria-labelledby': 'wl-board-title' },
      h('h2', { id: 'wl-board-title', className: 'wl-board-title' }, gained === 0 ? LINE.title.alone : count(LINE.title.friends, friends)),
      h('p', { className: 'wl-rank', 'aria-live': 'polite' }, format(yours)),
      h('p', { className: 'wl-ahead' }, ahead === 0 ? LINE.nobodyAhead : count(LINE.ahead, ahead)),
      gone > 0 && h('p', { className: 'wl-gone' }, count(LINE.gone, gone)),
      waitlist.referralEnabled && friendsControl(),
      gained > 0 ? rows(yours, count(LINE.youWith, friends), last, LINE.youAlone) : rows(yours, LINE.you, last, ''),
    );
  }

  function friendsControl() {
    return h(
      'div',
      { className: 'wl-friends' },
      h('label', { htmlFor: 'wl-friends' }, friends === 0 ? LINE.noFriends : count(LINE.friends, friends)),
      h('input', {
        id: 'wl-friends',
        type: 'range',
        min: 0,
        max: MOST_FRIENDS,
        value: friends,
        onChange: event => setFriends(Number(event.target.value)),
      }),
      h('p', null, LINE.each + (isExample ? (language === 'ja' ? '' : ' ') + count(LINE.example, EXAMPLE, { position: format(waitlist.signups + 1) }) : '')),
    );
  }

  // While nobody can join.
  function inLine() {
    return h(
      'section',
      { className: 'wl-panel wl-closed', 'aria-labelledby': 'wl-board-title' },
      h('h2', { id: 'wl-board-title', className: 'wl-board-title' }, LINE.inLine),
      h('p', { className: 'wl-rank' }, format(waitlist.waiting)),
    );
  }

  function standing() {
    return h('section', { className: 'wl-panel', 'aria-labelledby': 'wl-board-title' }, h('h2', { id: 'wl-board-title', className: 'wl-board-title' }, LINE.line), rows(entry.position, LINE.you, Math.max(waitlist.signups + 1, entry.position), LINE.lastInLine));
  }

  // The first place, yours, and the last, and how many lie between them.
  function rows(mine, text, last, lastText) {
    const places = [[1, LINE.firstInLine], [last, lastText]].filter(([number]) => number !== mine).concat([[mine, text]]).sort((a, b) => a[0] - b[0]);
    return h(
      'ol',
      { className: 'wl-rows', 'aria-hidden': true },
      places.map(([number, label], index) => {
        const before = index > 0 ? places[index - 1][0] : number;
        const isPassed = before === mine && gained > 0 && !entry;
        return h(
          React.Fragment,
          { key: label },
          number - before > 1 && h('li', { className: 'wl-gap' }, h('i'), h('span', null, isPassed ? count(LINE.pass, number - before) : count(LINE.more, number - before - 1))),
          h('li', { className: number === mine ? 'wl-row wl-mine' : 'wl-row' }, h('span', { className: 'wl-row-place' }, format(number)), h('span', null, label)),
        );
      }),
    );
  }
`,
  styles: `
      .wl { --end: right; }
      .wl:dir(rtl) { --end: left; }
      .wl-main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 29rem); gap: 2rem clamp(2.5rem, 7vw, 8rem); align-items: center; max-width: 78rem; min-height: 100cqh; margin: 0 auto; padding: clamp(1.5rem, 4vw, 4rem); }
      .wl-side { max-width: 34rem; }
      .wl-brand:not(:empty) { margin-bottom: 1.75rem; }
      .wl .wl-title { margin-bottom: 0.35em; font-size: clamp(2.5rem, 5.2vw, 4.5rem); }
      .wl .wl-title.wl-long { font-size: clamp(2rem, 3.8vw, 3.125rem); }
      .wl .wl-title.wl-longer { font-size: clamp(1.625rem, 2.6vw, 2.25rem); letter-spacing: -0.02em; line-height: 1.12; }
      .wl-lead { font-size: 1.125rem; }
      .wl-form { margin-top: 2rem; }
      .wl-board { display: grid; gap: 1rem; }
      .wl-board .wl-picture { height: clamp(8rem, 16cqh, 16rem); border-radius: 1.25rem; }
      .wl-panel { overflow: hidden; padding: 1.75rem 1.75rem 0; border-radius: 1.5rem; background: var(--panel); box-shadow: 0 0 0 1px rgb(127 137 155 / 0.22), 0 2rem 4rem -2.5rem rgb(10 20 45 / 0.45); container-type: inline-size; }
      .wl .wl-closed { padding-bottom: 1.5rem; }
      .wl .wl-board-title { margin: 0; font-size: 1rem; font-weight: 550; color: var(--soft); }
      .wl .wl-rank { margin: 0.1em 0 0; font-size: clamp(3.25rem, 19cqi, 5.75rem); font-weight: 700; line-height: 1; letter-spacing: -0.05em; font-variant-numeric: tabular-nums; }
      .wl .wl-ahead { margin-top: 0.4rem; color: var(--soft); font-variant-numeric: tabular-nums; }
      .wl .wl-gone { color: var(--soft); font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
      .wl-friends { margin-top: 1.25rem; padding: 1.1rem 1.2rem; border-radius: 1rem; background: var(--tint); }
      .wl-friends label, .wl-friends p { font-size: 0.9375rem; }
      .wl-friends p { color: var(--hint); }
      .wl .wl-friends input { display: block; height: 2.25rem; padding: 0; border: 0; background: none; appearance: none; cursor: pointer; --share: \${(friends / MOST_FRIENDS) * 100}%; }
      .wl-friends input::-webkit-slider-runnable-track { height: 0.5rem; border-radius: 1rem; background: linear-gradient(to var(--end), var(--brand) var(--share), rgb(127 137 155 / 0.4) 0); }
      .wl-friends input::-moz-range-track { height: 0.5rem; border-radius: 1rem; background: linear-gradient(to var(--end), var(--brand) var(--share), rgb(127 137 155 / 0.4) 0); }
      .wl-friends input::-webkit-slider-thumb { width: 1.6rem; height: 1.6rem; margin-top: -0.55rem; border: 0.35rem solid var(--brand); border-radius: 50%; background: #fff; box-shadow: 0 0 0 1px rgb(90 100 120 / 0.7), 0 2px 6px rgb(0 0 0 / 0.3); appearance: none; }
      .wl-friends input::-moz-range-thumb { box-sizing: border-box; width: 1.6rem; height: 1.6rem; border: 0.35rem solid var(--brand); border-radius: 50%; background: #fff; box-shadow: 0 0 0 1px rgb(90 100 120 / 0.7), 0 2px 6px rgb(0 0 0 / 0.3); }
      .wl .wl-rows { margin: 1.25rem -1.75rem 0; padding: 0 0.75rem 1.1rem; list-style: none; font-size: 1.0625rem; }
      .wl-row { display: flex; align-items: center; gap: 1rem; min-height: 2.75rem; padding: 0 1rem; color: var(--soft); }
      .wl-row-place { min-width: 3.75rem; font-weight: 600; font-variant-numeric: tabular-nums; text-align: end; }
      .wl-gap { display: flex; gap: 1rem; min-height: 2.25rem; align-items: center; padding: 0 1rem; color: var(--soft); font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
      .wl-gap i { align-self: stretch; width: 3.75rem; background: radial-gradient(circle, currentColor 1.5px, transparent 2px) var(--end) -0.1rem top / 0.7rem 0.6rem repeat-y; opacity: 0.75; }
      .wl-mine { min-height: 3.5rem; border-radius: 0.9rem; background: var(--brand); color: var(--on-brand); font-weight: 700; box-shadow: inset 0 0 0 1px rgb(127 127 127 / 0.35), 0 0.8rem 1.6rem -0.8rem var(--brand); }
      @media (max-width: 56rem) {
        .wl-main { grid-template-columns: minmax(0, 1fr); align-content: start; max-width: 36rem; }
        .wl-side { max-width: none; }
      }
      @media (max-width: 26rem) { .wl-panel { padding: 1.25rem 1.25rem 0; } .wl .wl-rows { margin-inline: -1.25rem; padding-inline: 0.5rem; } .wl-row, .wl-gap { gap: 0.75rem; padding-inline: 0.5rem; } .wl-row-place, .wl-gap i { min-width: 3.25rem; width: 3.25rem; } }
`,
});

import { composeTemplate } from './compose.ts';

export const leaderboard = composeTemplate({
  about: 'the line itself, and what friends do for your place in it',
  colors: `
  const BRAND = design.brandColor || '#2f6bff';
  const ON_BRAND = design.brandColor ? design.onBrandColor : '#ffffff';

  // ---- The place you would get ------------------------------------------------------------------------------

  const MOST_FRIENDS = 10;
  const [friends, setFriends] = React.useState(3);
  const last = waitlist.signups + 1;
  const gained = waitlist.referralEnabled ? friends * waitlist.referralBoost : 0;
  const yours = Math.max(1, last - gained);
  // Those in line. A place counts everybody who joined, so it's higher once people were let in.
  const ahead = Math.max(0, waitlist.waiting - gained);
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
      h('div', { className: 'wl-board' }, !entry && picture(), entry ? standing() : !pending && preview()),
    );
  }

  // Before joining: the place you would get. The rows stand for places; nobody's data is on this page.
  function preview() {
    return h(
      'section',
      { className: 'wl-panel', 'aria-labelledby': 'wl-board-title' },
      h('h2', { id: 'wl-board-title', className: 'wl-board-title' }, gained === 0 ? 'Join now and you’re number' : 'Bring ' + plural(friends, 'one friend', 'friends') + ' and you’re number'),
      h('p', { className: 'wl-rank', 'aria-live': 'polite' }, format(yours)),
      h('p', { className: 'wl-ahead' }, ahead === 0 ? 'Nobody is ahead of you' : plural(ahead, 'One person', 'people') + ' ahead of you'),
      gone > 0 && h('p', { className: 'wl-gone' }, gone === 1 ? '1 is already in or has left' : format(gone) + ' are already in or have left'),
      waitlist.referralEnabled && friendsControl(),
      rows(yours, Math.max(last, yours)),
    );
  }

  function friendsControl() {
    return h(
      'div',
      { className: 'wl-friends' },
      // Text that changes is in an element of its own: browsers replace text that they translate.
      h('label', { htmlFor: 'wl-friends' }, 'If ', h('b', null, friends === 0 ? 'no friends' : plural(friends, 'one friend', 'friends')), h('span', null, friends === 1 ? ' joins' : ' join'), ' with your link'),
      h('input', {
        id: 'wl-friends',
        type: 'range',
        min: 0,
        max: MOST_FRIENDS,
        value: friends,
        style: { '--share': (friends / MOST_FRIENDS) * 100 + '%' },
        onChange: event => setFriends(Number(event.target.value)),
      }),
      h('p', null, 'Each friend moves you up ' + plural(waitlist.referralBoost, 'one place', 'places') + '.'),
    );
  }

  function standing() {
    return h('section', { className: 'wl-panel', 'aria-labelledby': 'wl-board-title' }, h('h2', { id: 'wl-board-title', className: 'wl-board-title' }, 'The line'), rows(entry.position, Math.max(waitlist.signups + 1, entry.position)));
  }

  // The first places, those around yours, and the last one.
  function rows(mine, end) {
    const shown = [1, 2, mine - 1, mine, mine + 1, end].filter(number => number >= 1 && number <= end);
    const places = Array.from(new Set(shown)).sort((a, b) => a - b);
    return h(
      'ol',
      { className: 'wl-rows', 'aria-hidden': true },
      places.map((number, index) => {
        const jump = index > 0 && number - places[index - 1] > 1;
        return h(
          React.Fragment,
          { key: number },
          jump && h('li', { className: 'wl-gap' }, h('i'), h('i'), h('i')),
          h(
            'li',
            { className: number === mine ? 'wl-row wl-mine' : 'wl-row' },
            h('span', { className: 'wl-row-place' }, format(number)),
            h('span', { className: 'wl-face wl-face-' + (number % 4) }),
            number === mine ? h('span', { className: 'wl-you' }, 'You') : h('span', { className: 'wl-line', style: { width: 24 + ((number * 37) % 41) + '%' } }),
          ),
        );
      }),
    );
  }
`,
  styles: `
      .wl-light { --paper: #f4f6fa; --panel: #ffffff; --field: #ffffff; --ink: #10151f; --soft: #525b6b; --line: #808a9b; --tint: #e8ecf3; }
      .wl-dark { --paper: #0c0f15; --panel: #151a23; --field: #1a202b; --ink: #f1f4f9; --soft: #a5afbf; --line: #6b7587; --tint: #232b38; }
      .wl-main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 29rem); gap: 2rem clamp(2.5rem, 7vw, 8rem); align-items: center; max-width: 78rem; min-height: 100vh; margin: 0 auto; padding: clamp(1.5rem, 4vw, 4rem); }
      .wl-side { max-width: 34rem; animation: wl-rise 0.6s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-brand:not(:empty) { margin-bottom: 1.75rem; }
      .wl .wl-title { margin-bottom: 0.35em; font-size: clamp(2.5rem, 5.2vw, 4.5rem); }
      .wl .wl-title.wl-long { font-size: clamp(2rem, 3.8vw, 3.125rem); }
      .wl .wl-title.wl-longer { font-size: clamp(1.625rem, 2.6vw, 2.25rem); letter-spacing: -0.02em; line-height: 1.12; }
      .wl-lead { font-size: 1.125rem; }
      .wl-form { margin-top: 2rem; }
      .wl-board { display: grid; gap: 1rem; animation: wl-rise 0.6s 0.12s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-board .wl-picture { aspect-ratio: 16 / 9; border-radius: 1.25rem; }
      .wl-panel { overflow: hidden; padding: 1.75rem 1.75rem 0; border-radius: 1.5rem; background: var(--panel); box-shadow: 0 0 0 1px rgb(127 137 155 / 0.22), 0 2rem 4rem -2.5rem rgb(10 20 45 / 0.45); container-type: inline-size; }
      .wl .wl-board-title { margin: 0; font-size: 1rem; font-weight: 550; color: var(--soft); }
      .wl .wl-rank { margin: 0.1em 0 0; font-size: clamp(3.25rem, 19cqi, 5.75rem); font-weight: 700; line-height: 1; letter-spacing: -0.05em; font-variant-numeric: tabular-nums; }
      .wl .wl-ahead { margin-top: 0.4rem; color: var(--soft); font-variant-numeric: tabular-nums; }
      .wl .wl-gone { color: var(--soft); font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
      .wl-friends { margin-top: 1.25rem; padding: 1.1rem 1.2rem; border-radius: 1rem; background: var(--tint); }
      .wl-friends label, .wl-friends p { font-size: 0.9375rem; }
      .wl-friends p { color: var(--soft); }
      .wl-light .wl-friends p { color: #474f5d; }
      .wl .wl-friends input { display: block; height: 2.25rem; padding: 0; border: 0; background: none; appearance: none; cursor: pointer; }
      .wl-friends input::-webkit-slider-runnable-track { height: 0.5rem; border-radius: 1rem; background: linear-gradient(to right, var(--brand) var(--share), rgb(127 137 155 / 0.4) 0); }
      .wl-friends input::-moz-range-track { height: 0.5rem; border-radius: 1rem; background: linear-gradient(to right, var(--brand) var(--share), rgb(127 137 155 / 0.4) 0); }
      .wl-friends input::-webkit-slider-thumb { width: 1.6rem; height: 1.6rem; margin-top: -0.55rem; border: 0.35rem solid var(--brand); border-radius: 50%; background: #fff; box-shadow: 0 0 0 1px rgb(90 100 120 / 0.7), 0 2px 6px rgb(0 0 0 / 0.3); appearance: none; }
      .wl-friends input::-moz-range-thumb { box-sizing: border-box; width: 1.6rem; height: 1.6rem; border: 0.35rem solid var(--brand); border-radius: 50%; background: #fff; box-shadow: 0 0 0 1px rgb(90 100 120 / 0.7), 0 2px 6px rgb(0 0 0 / 0.3); }
      .wl .wl-rows { margin: 1.25rem -1.75rem 0; padding-bottom: 1.1rem; list-style: none; }
      .wl-row { display: flex; align-items: center; gap: 0.9rem; height: 2.5rem; padding: 0 1.75rem; }
      .wl-row-place { min-width: 3.6rem; color: var(--soft); font-size: 0.9375rem; font-weight: 550; font-variant-numeric: tabular-nums; text-align: end; }
      .wl-face { flex: none; width: 1.6rem; height: 1.6rem; border-radius: 50%; background: var(--soft); opacity: 0.3; }
      .wl-face-1 { border-radius: 0.5rem; }
      .wl-face-2 { border-radius: 50% 50% 0.3rem 0.3rem; }
      .wl-face-3 { border-radius: 50% 50% 50% 0.2rem; }
      .wl-line { height: 0.55rem; border-radius: 1rem; background: var(--soft); opacity: 0.2; }
      .wl-gap { display: flex; gap: 0.3rem; height: 1.25rem; align-items: center; padding-inline-start: 4.6rem; }
      .wl-gap i { width: 0.28rem; height: 0.28rem; border-radius: 50%; background: var(--soft); opacity: 0.6; }
      .wl-mine { height: 3.25rem; margin: 0.25rem 0.75rem; padding: 0 1rem; border-radius: 0.9rem; background: var(--brand); box-shadow: inset 0 0 0 1px rgb(127 127 127 / 0.35); }
      .wl-mine .wl-row-place, .wl-you { color: var(--on-brand); font-weight: 700; }
      .wl-mine .wl-face { background: var(--on-brand); opacity: 1; }
      @media (max-width: 56rem) {
        .wl-main { grid-template-columns: minmax(0, 1fr); align-content: start; max-width: 36rem; }
        .wl-side { max-width: none; }
      }
      @media (max-width: 26rem) { .wl-panel { padding: 1.25rem 1.25rem 0; } .wl .wl-rows { margin-inline: -1.25rem; } .wl-row { padding-inline: 0.9rem; gap: 0.7rem; } .wl-mine { margin-inline: 0.5rem; padding: 0 0.4rem; } }
`,
});

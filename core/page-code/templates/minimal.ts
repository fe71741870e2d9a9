import { composeTemplate } from './compose.ts';

export const minimal = composeTemplate({
  about: 'large type, a number, and nothing else',
  colors: `
  const LIGHT = '--brand: #18181b; --on-brand: #ffffff; --paper: #ffffff; --field: #ffffff; --ink: #18181b; --soft: #5b5b64; --line: #8c8c96; --tint: #f4f4f5;';
  const DARK = '--brand: #f4f4f5; --on-brand: #18181b; --paper: #0b0b0d; --field: #131316; --ink: #f4f4f5; --soft: #a3a3ad; --line: #6a6a75; --tint: #1c1c21;';

  // The number apart from its words, where they begin with it.
  const [, NUMBER = '', PEOPLE = WORDS.crowd] = /^([0-9][0-9.,\\u00a0\\u202f]*)(.*)$/.exec(WORDS.crowd) || [];
`,
  page: `
  function page() {
    return h(
      'main',
      { className: design.imageUrl ? 'wl-main wl-pictured' : 'wl-main' },
      h('div', { className: 'wl-top' }, brandmark() || monogram()),
      h('div', { className: 'wl-column' }, entry ? place() : h(React.Fragment, null, title(), lead(), form())),
      !entry && h('div', { className: 'wl-beside' }, picture(), count()),
    );
  }

  function monogram() {
    return h('span', { className: 'wl-monogram', 'aria-hidden': true }, Array.from(WORDS.headline.trim())[0].toUpperCase());
  }

  function count() {
    return h('p', { className: NUMBER ? 'wl-count' : 'wl-count wl-invite' }, NUMBER && h('b', null, NUMBER), ' ', h('span', null, PEOPLE));
  }
`,
  styles: `
      .wl-main { display: grid; grid-template: auto 1fr / minmax(0, 1.1fr) minmax(0, 1fr); gap: clamp(1.5rem, 5cqh, 4rem) clamp(3rem, 7vw, 8rem); align-items: center; max-width: 92rem; min-height: 100cqh; margin: 0 auto; padding: clamp(1.5rem, 3.4vw, 3.5rem) clamp(1.5rem, 5vw, 5.5rem) clamp(2.5rem, 9cqh, 7rem); }
      .wl-top { grid-column: 1 / -1; }
      .wl-monogram { display: grid; width: 2.75rem; height: 2.75rem; border-radius: 0.8rem; background: var(--brand); color: var(--on-brand); font-weight: 700; font-size: 1.25rem; place-items: center; box-shadow: inset 0 0 0 1px rgb(127 127 127 / 0.35); }
      .wl .wl-title { margin-bottom: 0.32em; font-size: clamp(2.75rem, 7vw, 7rem); font-weight: 600; line-height: 0.98; letter-spacing: -0.05em; }
      .wl .wl-title.wl-long { font-size: clamp(2.25rem, 4.6vw, 4.25rem); line-height: 1.02; letter-spacing: -0.042em; }
      .wl .wl-title.wl-longer { font-size: clamp(1.75rem, 3.2vw, 2.875rem); letter-spacing: -0.03em; line-height: 1.08; }
      .wl-lead { max-width: 32rem; font-size: clamp(1.0625rem, 1.5vw, 1.3125rem); line-height: 1.45; }
      .wl-form { gap: 0; max-width: 28rem; margin-top: clamp(1.5rem, 4.5cqh, 2.75rem); }
      .wl-field { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); align-items: center; border: 1px solid var(--line); background: var(--field); }
      .wl-field-email { border-bottom: 0; border-radius: 0.75rem 0.75rem 0 0; }
      .wl-field-name { border-radius: 0 0 0.75rem 0.75rem; }
      .wl-field label { margin: 0; padding-inline-start: 0.9rem; font-weight: 500; font-size: 0.9375rem; }
      .wl .wl-field input { border: 0; border-radius: inherit; background: none; box-shadow: none; padding-inline-start: 0; }
      .wl .wl-field input:focus-visible { outline: none; }
      .wl-field:focus-within { position: relative; border-radius: 0.75rem; outline: 3px solid var(--ink); outline-offset: 1px; }
      .wl-field .wl-error { grid-column: 1 / -1; min-height: 0; padding: 0 0.9rem; }
      .wl .wl-field .wl-error:not(:empty) { padding: 0 0.9rem 0.7rem; }
      .wl-notes:not(:empty) { padding-top: 0.75rem; }
      .wl .wl-note { margin: 0; }
      .wl .wl-suggestion { margin: 0.75rem 0 0; }
      .wl-form .wl-button { margin-top: 0.85rem; }
      /*#questions*/
      .wl-field + .wl-question { margin-top: 1rem; }
      .wl-question ~ .wl-button { margin-top: 0; }
      /*#end*/
      .wl .wl-fine { min-height: 0; font-size: 0.875rem; }
      .wl-beside { align-self: end; container-type: inline-size; }
      .wl-count { color: var(--soft); font-size: clamp(1rem, 1.6vw, 1.375rem); line-height: 1.3; font-variant-numeric: lining-nums; text-align: end; }
      .wl-count b { display: block; margin-bottom: 0.06em; color: var(--ink); font-size: min(12rem, calc(100cqi / \${Math.max(NUMBER.length, 3)} / 0.58)); font-weight: 500; line-height: 0.9; letter-spacing: -0.065em; }
      .wl .wl-invite { max-width: 11em; margin-inline-start: auto; color: var(--ink); font-size: clamp(1.5rem, 3.4vw, 3.25rem); font-weight: 500; line-height: 1.05; letter-spacing: -0.035em; }
      .wl-pictured .wl-beside { align-self: stretch; display: grid; grid-template-rows: minmax(0, 1fr) auto; gap: 1.25rem; }
      .wl-pictured .wl-picture { min-height: 100%; height: 0; border-radius: 1.5rem; box-shadow: 0 0 0 1px rgb(127 127 127 / 0.2); }
      .wl-pictured .wl-count { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; }
      .wl-pictured .wl-count b { margin: 0; font-size: clamp(2.25rem, 10cqi, 4rem); }
      @media (max-width: 52rem) {
        .wl-main { grid-template: auto auto auto / minmax(0, 1fr); align-content: start; gap: clamp(1.5rem, 6cqh, 3rem); max-width: 36rem; padding-block: 1.5rem 2.5rem; }
        .wl-form { max-width: none; }
        .wl-beside { padding-top: 1.5rem; border-top: 1px solid rgb(127 127 127 / 0.25); }
        .wl .wl-count { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; }
        .wl .wl-count b { margin: 0; font-size: clamp(2.25rem, 13cqi, 4rem); }
        .wl .wl-invite { max-width: none; margin: 0; text-align: start; }
        .wl-pictured .wl-beside { padding: 0; border: 0; }
        .wl-pictured .wl-picture { height: auto; min-height: 0; aspect-ratio: 4 / 3; border-radius: 1rem; }
      }
`,
});

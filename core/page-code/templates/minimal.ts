import { composeTemplate } from './compose.ts';

export const minimal = composeTemplate({
  about: 'one quiet column',
  colors: `
  const BRAND = design.brandColor || (isDark ? '#f4f4f5' : '#18181b');
  const ON_BRAND = design.brandColor ? design.onBrandColor : isDark ? '#18181b' : '#ffffff';
`,
  page: `
  function page() {
    return h(
      'main',
      { className: 'wl-main' },
      h(
        'div',
        { className: 'wl-column' },
        h('div', { className: 'wl-brand' }, brandmark() || monogram()),
        entry ? place() : h(React.Fragment, null, picture(), title(), lead(), form(), h('p', { className: 'wl-crowd' }, crowd())),
      ),
    );
  }

  function monogram() {
    return h('span', { className: 'wl-monogram', 'aria-hidden': true }, Array.from(WORDS.headline.trim())[0].toUpperCase());
  }
`,
  styles: `
      .wl-light { --paper: #ffffff; --field: #ffffff; --ink: #18181b; --soft: #5b5b64; --line: #8c8c96; --tint: #f4f4f5; }
      .wl-dark { --paper: #0b0b0d; --field: #131316; --ink: #f4f4f5; --soft: #a3a3ad; --line: #6a6a75; --tint: #1c1c21; }
      .wl-main { display: grid; min-height: 100vh; padding: clamp(2rem, 8vh, 6rem) 1.5rem; place-items: safe center; }
      .wl-column { width: 100%; max-width: 25rem; animation: wl-rise 0.5s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-brand { margin-bottom: 1.75rem; }
      .wl-monogram { display: grid; width: 2.75rem; height: 2.75rem; border-radius: 0.8rem; background: var(--brand); color: var(--on-brand); font-weight: 700; font-size: 1.25rem; place-items: center; box-shadow: inset 0 0 0 1px rgb(127 127 127 / 0.35); }
      .wl-picture { aspect-ratio: 16 / 9; margin-bottom: 1.75rem; border-radius: 0.9rem; box-shadow: 0 0 0 1px rgb(127 127 127 / 0.2); }
      .wl .wl-title { margin-bottom: 0.6rem; font-size: 2.125rem; font-weight: 650; line-height: 1.12; }
      .wl .wl-title.wl-long { font-size: 1.75rem; }
      .wl .wl-title.wl-longer { font-size: 1.375rem; letter-spacing: -0.02em; line-height: 1.2; }
      .wl-form { gap: 0; margin-top: 1.75rem; }
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
      .wl .wl-fine { min-height: 0; text-align: center; font-size: 0.875rem; }
      .wl .wl-crowd { margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid rgb(127 127 127 / 0.25); color: var(--soft); font-size: 0.9375rem; font-variant-numeric: tabular-nums; text-align: center; }
`,
});

import { composeTemplate } from './compose.ts';

export const spotlight = composeTemplate({
  about: 'a stage with one light on it',
  colors: `
  const BRAND = design.brandColor || '#ffb338';
  const ON_BRAND = design.brandColor ? design.onBrandColor : '#000000';

  // A dark color gives no light.
  const LIGHT = ON_BRAND === '#ffffff' ? 'color-mix(in srgb, ' + BRAND + (isDark ? ' 45%' : ' 55%') + ', #ffffff)' : BRAND;
`,
  page: `
  function page() {
    return h(
      React.Fragment,
      null,
      h('div', { className: 'wl-stage', style: { '--lamp': LIGHT }, 'aria-hidden': true }, h('div', { className: 'wl-beam' }), h('div', { className: 'wl-beam wl-core' }), h('div', { className: 'wl-lamp' })),
      h(
        'main',
        { className: 'wl-main' },
        h('div', { className: 'wl-brand' }, brandmark()),
        entry
          ? place()
          : h(
              'div',
              { className: 'wl-act' },
              h('p', { className: 'wl-eyebrow wl-pill' }, crowd()),
              title(),
              lead(),
              form(),
            ),
        !entry && design.imageUrl && h('div', { className: 'wl-frame' }, picture()),
      ),
    );
  }
`,
  styles: `
      .wl-light { --paper: #f6f4ef; --field: #ffffff; --ink: #16140f; --soft: #5a564b; --line: #8a8577; --tint: rgb(22 20 15 / 0.07); --beam: 0.5; --floor: 0.45; }
      .wl-dark { --paper: #09090c; --field: #15151b; --ink: #f6f4ee; --soft: #b4b1a8; --line: #75737d; --tint: rgb(255 255 255 / 0.1); --beam: 0.3; --floor: 0.22; }
      .wl { --radius: 999px; overflow: clip; }
      .wl-stage { position: absolute; inset: 0; overflow: clip; }
      .wl-lamp { position: absolute; top: -1.25rem; left: 50%; width: 9rem; height: 2.5rem; border-radius: 50%; background: var(--lamp); filter: blur(12px); translate: -50% 0; }
      .wl-beam { --angle: 31deg; position: absolute; inset: -6rem -20% auto; height: max(50rem, 110vh); background: conic-gradient(from calc(180deg - var(--angle)) at 50% 0, transparent, var(--lamp) calc(var(--angle) * 0.35) calc(var(--angle) * 1.65), transparent calc(var(--angle) * 2)); opacity: var(--beam); -webkit-mask-image: linear-gradient(#000, transparent 88%); mask-image: linear-gradient(#000, transparent 88%); transform-origin: 50% 0; animation: wl-sway 11s ease-in-out infinite alternate; }
      .wl-core { --angle: 15deg; opacity: calc(var(--beam) * 0.7); animation-direction: alternate-reverse; animation-duration: 15s; }
      .wl-stage::after { position: absolute; top: max(38rem, 78vh); left: 50%; width: min(66rem, 150vw); height: 15rem; border-radius: 50%; background: radial-gradient(closest-side, var(--lamp), transparent); opacity: var(--floor); content: ""; translate: -50% -50%; }
      .wl-main { position: relative; display: flex; flex-direction: column; align-items: center; min-height: 100vh; padding: clamp(1.75rem, 5vh, 3.5rem) 1.5rem clamp(2rem, 6vh, 4rem); text-align: center; }
      .wl-brand { min-height: 2.5rem; }
      .wl-logo { object-position: center; margin: 0 auto; }
      .wl-act { width: 100%; max-width: 46rem; margin: auto 0; padding: clamp(1.5rem, 5vh, 4rem) 0 1rem; animation: wl-rise 0.9s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-pill { display: inline-block; color: var(--ink); }
      .wl .wl-title { margin: 0.3em 0 0.32em; font-size: clamp(2.75rem, 9vw, 5.75rem); font-weight: 700; line-height: 0.98; letter-spacing: -0.045em; }
      .wl .wl-title.wl-long { font-size: clamp(2.125rem, 6.4vw, 4rem); line-height: 1.02; letter-spacing: -0.035em; }
      .wl .wl-title.wl-longer { font-size: clamp(1.625rem, 4.4vw, 2.75rem); letter-spacing: -0.025em; line-height: 1.1; }
      .wl .wl-lead { max-width: 34rem; margin: 0 auto; color: var(--ink); font-size: clamp(1.0625rem, 2.2vw, 1.25rem); }
      .wl .wl-invited { display: inline-block; padding: 0.3rem 1rem; border: 1px solid var(--line); border-radius: 999px; font-size: 0.9375rem; }
      .wl-form { grid-template-columns: 1fr 1fr auto; gap: 0 0.6rem; max-width: 44rem; margin: 2.25rem auto 0; text-align: start; }
      .wl-field label { padding-inline-start: 1.1rem; }
      .wl .wl-field input { padding: 0 1.2rem; }
      .wl-hint { color: inherit; }
      .wl-error { padding-inline-start: 1.1rem; }
      .wl .wl-error:not(:empty) { padding-inline-start: 1.1rem; }
      .wl-notes { grid-area: 2 / 1 / 3 / -1; text-align: center; }
      .wl .wl-note { border-radius: 1rem; }
      .wl-form .wl-button { align-self: start; margin-top: 1.84rem; padding-inline: 1.75rem; box-shadow: 0 0 44px -6px var(--brand); }
      .wl .wl-fine { margin-top: 0.25rem; color: var(--ink); }
      .wl-frame { width: 100%; max-width: 62rem; margin: 2rem auto 0; padding: 0.5rem; border: 1px solid rgb(127 127 127 / 0.35); border-radius: 1.4rem; background: rgb(127 127 127 / 0.14); box-shadow: 0 -10px 110px -30px var(--brand); }
      .wl-frame .wl-picture { max-height: 40rem; border-radius: 1rem; }
      .wl-joined-view { margin: auto; padding: 2rem 0; }
      .wl .wl-joined-view .wl-lead, .wl-joined-view .wl-eyebrow { margin-inline: 0; color: var(--ink); }
      @media (max-width: 46rem) {
        .wl-beam { --angle: 22deg; }
        .wl-core { --angle: 11deg; }
        .wl-form { grid-template-columns: minmax(0, 1fr); gap: 0.25rem; max-width: 26rem; }
        .wl-notes { grid-area: auto; }
        .wl-form .wl-button { align-self: auto; margin-top: 0; }
        .wl .wl-fine { margin-top: 0.75rem; }
      }
      @keyframes wl-sway { from { rotate: -2.2deg; } to { rotate: 2.2deg; } }
`,
});

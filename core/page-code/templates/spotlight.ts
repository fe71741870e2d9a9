import { composeTemplate } from './compose.ts';

export const spotlight = composeTemplate({
  about: 'a stage with one light on it',
  colors: `
  // A dark color gives no light.
  const isDim = design.onBrandColor === '#ffffff';
  const lamp = share => '--brand: #ffb338; --on-brand: #000000; --lamp: ' + (isDim ? 'color-mix(in srgb, var(--brand) ' + share + ', #ffffff)' : 'var(--brand)') + '; ';
  // By day, the room is in the shade, and the light nearly white.
  const LIGHT = lamp('55%') + '--paper: #e8e5de; --field: #fffefb; --ink: #16140f; --soft: #4c483e; --line: #807b6c; --tint: rgb(22 20 15 / 0.07); --light: color-mix(in srgb, var(--lamp) 16%, #fffdf6); --haze: color-mix(in srgb, var(--lamp) 34%, #fffdf6); --beam: 1; --floor: 0.95; --shade: rgb(64 56 40 / 0.15);';
  const DARK = lamp('45%') + '--paper: #09090c; --field: #15151b; --ink: #f6f4ee; --soft: #b4b1a8; --line: #75737d; --tint: rgb(255 255 255 / 0.1); --light: var(--lamp); --haze: var(--lamp); --beam: 0.34; --floor: 0.26; --shade: transparent;';
`,
  page: `
  function page() {
    return h(
      React.Fragment,
      null,
      h('div', { className: 'wl-stage', 'aria-hidden': true }, h('div', { className: 'wl-beam wl-haze' }), h('div', { className: 'wl-beam' }), h('div', { className: 'wl-lamp' })),
      h(
        'main',
        { className: 'wl-main' },
        h('div', { className: 'wl-brand' }, brandmark()),
        entry
          ? place()
          : h(
              'div',
              { className: 'wl-act' },
              h('p', { className: 'wl-eyebrow wl-pill' }, WORDS.crowd),
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
      .wl { --radius: 999px; overflow: clip; }
      .wl-stage { position: absolute; inset: 0; overflow: clip; }
      .wl-stage { --foot: max(38rem, 80cqh); background: radial-gradient(120% 90% at 50% 45%, transparent 45%, var(--shade)); -webkit-mask-image: linear-gradient(#000 78%, transparent); mask-image: linear-gradient(#000 78%, transparent); }
      .wl-lamp { position: absolute; top: -1.6rem; left: 50%; width: 7rem; height: 2.6rem; border-radius: 50%; background: var(--lamp); box-shadow: 0 0 3rem 0.6rem var(--lamp); filter: blur(6px); translate: -50% 0; }
      /* A cone: its edges get softer with the distance from the lamp. Firefox fades through gray to plain transparent. */
      .wl-beam { --angle: 25deg; --clear: color-mix(in srgb, var(--light) 1%, transparent); position: absolute; inset: -9rem -20% auto; height: calc(var(--foot) + 9rem); background: conic-gradient(from calc(180deg - var(--angle)) at 50% 0, var(--clear), var(--light) calc(var(--angle) * 0.42) calc(var(--angle) * 1.58), var(--clear) calc(var(--angle) * 2)); opacity: var(--beam); -webkit-mask-image: linear-gradient(#000 20%, rgb(0 0 0 / 0.72) 80%, transparent 99%); mask-image: linear-gradient(#000 20%, rgb(0 0 0 / 0.72) 80%, transparent 99%); transform-origin: 50% 0; animation: wl-sway 11s ease-in-out infinite alternate; }
      .wl-haze { --light: var(--haze); --angle: 32deg; opacity: calc(var(--beam) * 0.55); animation-direction: alternate-reverse; animation-duration: 15s; }
      .wl-stage::after { position: absolute; top: var(--foot); left: 50%; width: min(62rem, 112vw); height: clamp(8rem, 24cqh, 15rem); border-radius: 50%; background: radial-gradient(closest-side, var(--light) 30%, color-mix(in srgb, var(--light) 1%, transparent)); opacity: var(--floor); content: ""; translate: -50% -62%; }
      .wl-main { position: relative; display: flex; flex-direction: column; align-items: center; min-height: 100cqh; padding: clamp(1.75rem, 5cqh, 3.5rem) 1.5rem clamp(2rem, 6cqh, 4rem); text-align: center; }
      .wl-brand { min-height: 2.5rem; }
      /* A logo often has the color of the light. */
      .wl-logo { height: 2.75rem; margin: 0 auto; padding: 0.45rem 1rem; border-radius: 999px; background: var(--field); object-position: center; }
      .wl-act { width: 100%; max-width: 46rem; margin: auto 0; padding: clamp(1.5rem, 5cqh, 4rem) 0 1rem; }
      .wl-pill { display: inline-block; color: var(--ink); }
      .wl .wl-title { margin: 0.3em 0 0.32em; font-size: clamp(2.75rem, 9vw, 5.75rem); font-weight: 700; line-height: 0.98; letter-spacing: -0.045em; }
      .wl .wl-title.wl-long { font-size: clamp(2.125rem, 6.4vw, 4rem); line-height: 1.02; letter-spacing: -0.035em; }
      .wl .wl-title.wl-longer { font-size: clamp(1.625rem, 4.4vw, 2.75rem); letter-spacing: -0.025em; line-height: 1.1; }
      .wl .wl-lead { max-width: 34rem; margin: 0 auto; color: var(--ink); font-size: clamp(1.0625rem, 2.2vw, 1.25rem); }
      .wl .wl-invited { display: inline-block; padding: 0.3rem 1rem; border: 1px solid var(--line); border-radius: 999px; font-size: 0.9375rem; }
      .wl-pending { max-width: 34rem; margin-inline: auto; border-radius: 1.5rem; background: var(--field); }
      .wl-form { max-width: 26rem; margin: 2.25rem auto 0; text-align: start; }
      .wl-field label { padding-inline-start: 1.1rem; }
      .wl .wl-field input { padding: 0 1.2rem; }
      .wl-hint { color: inherit; }
      .wl-error { padding-inline-start: 1.1rem; }
      .wl .wl-error:not(:empty) { padding-inline-start: 1.1rem; }
      .wl-notes { text-align: center; }
      .wl .wl-note { border-radius: 1rem; }
      .wl-form .wl-button { padding-inline: 1.75rem; box-shadow: 0 0 44px -6px var(--brand); }
      .wl .wl-fine { color: var(--ink); }
      /*#questions*/
      .wl .wl-question > label, .wl .wl-question legend { padding-inline-start: 1.1rem; }
      /*#end*/
      .wl-frame { width: 100%; max-width: 62rem; margin: 2rem auto 0; padding: 0.5rem; border: 1px solid rgb(127 127 127 / 0.35); border-radius: 1.4rem; background: rgb(127 127 127 / 0.14); box-shadow: 0 -10px 110px -30px var(--brand); }
      .wl-frame .wl-picture { max-height: 40rem; border-radius: 1rem; }
      .wl-joined-view { margin: auto; padding: 2rem 0; }
      .wl .wl-joined-view .wl-lead, .wl-joined-view .wl-eyebrow { margin-inline: 0; color: var(--ink); }
      @media (max-width: 46rem) {
        .wl-beam { --angle: 17deg; }
        .wl-haze { --angle: 22deg; }
      }
      @media (min-width: 46rem) {
        .wl-form { grid-template-columns: 1fr 1fr auto; gap: 0 0.6rem; max-width: 44rem; }
        .wl-notes { grid-column: 1 / -1; }
        .wl-field + .wl-notes { grid-row: 2; }
        .wl-field + .wl-notes + .wl-button { align-self: start; margin-top: 1.84rem; }
        .wl-form:not(:has(.wl-question)) + .wl-fine { margin-top: 0.25rem; }
        /*#questions*/
        .wl-form:has(.wl-question) { grid-template-columns: 1fr 1fr; }
        /*#end*/
      }
      @keyframes wl-sway { from { rotate: -2.2deg; } to { rotate: 2.2deg; } }
`,
});

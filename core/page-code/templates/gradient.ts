import { composeTemplate } from './compose.ts';

export const gradient = composeTemplate({
  about: 'big words on moving color',
  colors: `
  const BRAND = design.brandColor || '#ff5c35';
  const ON_BRAND = design.brandColor ? design.onBrandColor : '#000000';
  // One temperature: lights and shades of one color, with its neighbors' hues.
  const DAY = ON_BRAND === '#000000'
    ? [tone(12, '#ffffff', 0.6), tone(-9, '#ffffff', 0.06), tone(8, '#ffffff', 0.28), tone(-4, '#ffffff', 0.42)]
    : [tone(12, '#ffffff', 0.16), tone(-12, '#05030a', 0.6), tone(6, '#05030a', 0.3), tone(-8, '#05030a', 0.12)];
  const NIGHT = [tone(0, '#08070f', 0.84), tone(8, '#08070f', 0.3), tone(-8, '#08070f', 0.66), tone(0, '#08070f', 0.72), tone(-6, '#08070f', 0.5)];
  const LIGHT = mesh(ON_BRAND, BRAND, DAY) + '--paper: #ffffff; --field: #ffffff; --ink: #17151c; --soft: #5c5866; --line: #8b8795; --tint: #f3f1f5;';
  const DARK = mesh('#ffffff', NIGHT[0], NIGHT.slice(1)) + '--paper: #15131b; --field: #1d1a25; --ink: #f5f3f8; --soft: #b0abba; --line: #76707f; --tint: #272331;';

  function tone(degrees, other, share) {
    return mix(turn(degrees), other, share);
  }

  // The words on the color are black or white, and every other color is moved away from theirs until they read well.
  function mesh(words, base, colors) {
    const names = ['--base', '--c1', '--c2', '--c3', '--c4'];
    const parts = [base].concat(colors).map((color, index) => names[index] + ': ' + readable(color, words) + '; ');
    return '--brand: ' + BRAND + '; --on-brand: ' + ON_BRAND + '; --words: ' + words + '; --seam: ' + readable(base, words) + '; --seam-ink: ' + words + '; ' + parts.join('');
  }
`,
  page: `
  function page() {
    return h(
      'div',
      { className: 'wl-poster' },
      h('div', { className: 'wl-mesh', 'aria-hidden': true }, h('i'), h('i'), h('i'), h('i')),
      h(
        'main',
        { className: !entry && design.imageUrl ? 'wl-main wl-pictured' : 'wl-main' },
        h('div', { className: 'wl-top' }, h('div', null, brandmark()), !entry && h('p', { className: 'wl-crowd' }, WORDS.crowd)),
        h(
          'div',
          { className: 'wl-words' },
          !entry && h(React.Fragment, null, title(), lead()),
          h('div', { className: 'wl-card' }, entry ? place() : form()),
        ),
        !entry && picture(),
      ),
    );
  }

  // ---- Colors -----------------------------------------------------------------------------------------------

  function channels(color) {
    return [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));
  }

  function hex(parts) {
    return '#' + parts.map(part => Math.round(Math.min(255, Math.max(0, part))).toString(16).padStart(2, '0')).join('');
  }

  function mix(color, other, share) {
    const [a, b] = [channels(color), channels(other)];
    return hex(a.map((part, index) => part + (b[index] - part) * share));
  }

  // Hue in degrees, lightness, and the distance of the channels.
  function hueOf(color) {
    const [red, green, blue] = channels(color).map(part => part / 255);
    const max = Math.max(red, green, blue);
    const range = max - Math.min(red, green, blue);
    const sextant = range === 0 ? 0 : max === red ? ((green - blue) / range + 6) % 6 : max === green ? (blue - red) / range + 2 : (red - green) / range + 4;
    return { hue: sextant * 60, light: max - range / 2, range };
  }

  // The brand color with another hue, by degrees.
  function turn(degrees) {
    const { hue, light, range } = hueOf(BRAND);
    const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * light - 1));
    const strength = saturation * Math.min(light, 1 - light);
    return hex([0, 8, 4].map(offset => {
      const k = (offset + (hue + degrees + 360) / 30) % 12;
      return 255 * (light - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
    }));
  }

  function luminance(color) {
    const [red, green, blue] = channels(color).map(part => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function readable(color, words) {
    const white = words === '#ffffff';
    for (let step = 0; step < 20; step += 1) {
      const ratio = white ? 1.05 / (luminance(color) + 0.05) : (luminance(color) + 0.05) / 0.05;
      if (ratio >= 4.6) break;
      color = mix(color, white ? '#000000' : '#ffffff', 0.1);
    }
    return color;
  }
`,
  styles: `
      .wl-poster { position: relative; min-height: 100cqh; background: var(--base); overflow: clip; }
      .wl-mesh { position: absolute; inset: -10%; }
      .wl-mesh i { position: absolute; width: 85%; height: 95%; border-radius: 50%; animation: wl-drift 19s ease-in-out infinite alternate; }
      .wl-mesh i:nth-child(1) { top: -22%; right: -12%; background: radial-gradient(closest-side, var(--c1), transparent); }
      .wl-mesh i:nth-child(2) { bottom: -26%; right: 8%; background: radial-gradient(closest-side, var(--c2), transparent); animation-duration: 25s; animation-direction: alternate-reverse; }
      .wl-mesh i:nth-child(3) { bottom: -20%; left: -18%; background: radial-gradient(closest-side, var(--c3), transparent); animation-duration: 29s; }
      .wl-mesh i:nth-child(4) { top: -10%; left: -6%; background: radial-gradient(closest-side, var(--c4), transparent); animation-duration: 23s; animation-direction: alternate-reverse; }
      .wl-main { position: relative; display: grid; grid-template: auto 1fr / minmax(0, 1fr); gap: clamp(1.25rem, 4cqh, 3rem) clamp(2rem, 5vw, 5rem); align-items: center; max-width: 96rem; min-height: 100cqh; margin: 0 auto; padding: clamp(1.25rem, 4vw, 4rem); }
      .wl-pictured { grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); }
      .wl-top { grid-column: 1 / -1; display: flex; align-items: center; justify-content: space-between; gap: 1.5rem; min-height: 2.5rem; color: var(--words); }
      .wl-top > :first-child { min-width: 0; }
      .wl-logo { height: 3.25rem; padding: 0.6rem 0.9rem; border-radius: 0.9rem; background: var(--paper); }
      .wl .wl-crowd { margin-inline-start: auto; font-weight: 550; font-variant-numeric: tabular-nums; white-space: nowrap; }
      .wl-words { padding-bottom: 3cqh; color: var(--words); }
      .wl .wl-title { font-size: clamp(3.25rem, 11.5vw, 12rem); font-weight: 700; line-height: 0.9; letter-spacing: -0.055em; }
      .wl-pictured .wl-title, .wl .wl-title.wl-long { font-size: clamp(2.5rem, 7vw, 7.5rem); line-height: 0.96; letter-spacing: -0.045em; }
      .wl-pictured .wl-title.wl-long, .wl .wl-title.wl-longer { font-size: clamp(2rem, 4.4vw, 4.5rem); line-height: 1; letter-spacing: -0.035em; }
      .wl .wl-pictured .wl-title.wl-longer { font-size: clamp(1.75rem, 3.4vw, 3.25rem); }
      .wl-words .wl-lead { max-width: 38rem; margin-top: 1.1em; color: inherit; font-size: clamp(1.0625rem, 1.7vw, 1.5rem); line-height: 1.4; }
      .wl .wl-words .wl-invited { border-color: currentColor; }
      .wl-card { max-width: 54rem; margin-top: clamp(1.5rem, 5cqh, 3.25rem); padding: 1.25rem 1.5rem 1rem; border-radius: 1.5rem; background: var(--paper); color: var(--ink); box-shadow: 0 2rem 5rem -1.5rem rgb(0 0 0 / 0.4); }
      .wl-pictured .wl-picture { align-self: stretch; height: 0; min-height: 100%; border-radius: 1.75rem; box-shadow: 0 2rem 5rem -1.5rem rgb(0 0 0 / 0.4); }
      .wl-joined .wl-card { max-width: 36rem; padding: 1.75rem; }
      .wl .wl-fine { font-size: 0.875rem; }
      .wl-pending { margin: 0; padding: 0 0 0.5rem; background: none; }
      .wl-notes { grid-column: 1 / -1; }
      @media (min-width: 40rem) {
        .wl-main:not(.wl-pictured) .wl-form { grid-template-columns: 1fr 1fr auto; gap: 0 0.75rem; }
        .wl-main:not(.wl-pictured) .wl-field + .wl-notes { grid-row: 2; }
        .wl-main:not(.wl-pictured) .wl-field + .wl-notes + .wl-button { align-self: start; margin-top: 1.84rem; }
        .wl-main:not(.wl-pictured) .wl-form:not(:has(.wl-question)) + .wl-fine { margin-top: 0.25rem; }
        /*#questions*/
        .wl-main:not(.wl-pictured) .wl-form:has(.wl-question) { grid-template-columns: 1fr 1fr; }
        /*#end*/
      }
      @media (max-width: 56rem) {
        .wl-pictured { grid-template: auto auto auto / minmax(0, 1fr); }
        .wl-pictured .wl-picture { height: auto; min-height: 0; aspect-ratio: 4 / 3; }
      }
      @media (max-width: 26rem) { .wl-top { flex-wrap: wrap; gap: 0.75rem 1.5rem; } .wl .wl-crowd { margin-inline-start: 0; } .wl-card { padding: 1.1rem 1.1rem 0.75rem; } }
      @keyframes wl-drift { from { transform: translate(-4%, -3%) scale(0.95); } to { transform: translate(8%, 7%) scale(1.15); } }
`,
});

import { composeTemplate } from './compose.ts';

export const gradient = composeTemplate({
  about: 'big words on moving color',
  colors: `
  const BRAND = design.brandColor || '#f2542d';
  const ON_BRAND = design.brandColor ? design.onBrandColor : '#000000';

  // The words on the color are black or white, and every other color is moved away from theirs until they read well.
  const WORDS_ON = isDark ? '#ffffff' : ON_BRAND;
  const BASE = readable(isDark ? mix(turn(35 * cooler()), '#08070f', 0.8) : BRAND);
  const TURNS = isDark ? [40, 75, 12, 58].map(degrees => degrees * cooler()) : [48, -52, 24, -24];
  const COLORS = TURNS.map((degrees, index) => readable(isDark ? mix(turn(degrees), '#08070f', [0.3, 0.55, 0.5, 0.62][index]) : turn(degrees)));
`,
  page: `
  function page() {
    return h(
      'div',
      { className: 'wl-poster', style: { '--base': BASE, '--words': WORDS_ON, '--c1': COLORS[0], '--c2': COLORS[1], '--c3': COLORS[2], '--c4': COLORS[3] } },
      h('div', { className: 'wl-mesh', 'aria-hidden': true }, h('i'), h('i'), h('i'), h('i')),
      h(
        'main',
        { className: 'wl-main' },
        h('div', { className: 'wl-top' }, h('div', null, brandmark()), !entry && h('p', { className: 'wl-crowd' }, crowd())),
        h('div', { className: 'wl-words' }, entry ? null : h(React.Fragment, null, title(), lead())),
        h('div', { className: 'wl-card' }, !entry && picture(), entry ? place() : form()),
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

  // Away from yellow, which is brown when it's dark.
  function cooler() {
    const { hue } = hueOf(BRAND);
    return hue > 55 && hue < 235 ? 1 : -1;
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

  function readable(color) {
    const white = WORDS_ON === '#ffffff';
    for (let step = 0; step < 20; step += 1) {
      const ratio = white ? 1.05 / (luminance(color) + 0.05) : (luminance(color) + 0.05) / 0.05;
      if (ratio >= 4.6) break;
      color = mix(color, white ? '#000000' : '#ffffff', 0.1);
    }
    return color;
  }
`,
  styles: `
      .wl-light { --paper: #ffffff; --field: #ffffff; --ink: #17151c; --soft: #5c5866; --line: #8b8795; --tint: #f3f1f5; }
      .wl-dark { --paper: #15131b; --field: #1d1a25; --ink: #f5f3f8; --soft: #b0abba; --line: #76707f; --tint: #272331; }
      .wl-poster { position: relative; min-height: 100vh; background: var(--base); overflow: clip; }
      .wl-mesh { position: absolute; inset: -10%; }
      .wl-mesh i { position: absolute; width: 85%; height: 95%; border-radius: 50%; animation: wl-drift 19s ease-in-out infinite alternate; }
      .wl-mesh i:nth-child(1) { top: -22%; right: -12%; background: radial-gradient(closest-side, var(--c1), transparent); }
      .wl-mesh i:nth-child(2) { bottom: -26%; right: 8%; background: radial-gradient(closest-side, var(--c2), transparent); animation-duration: 25s; animation-direction: alternate-reverse; }
      .wl-mesh i:nth-child(3) { bottom: -20%; left: -18%; background: radial-gradient(closest-side, var(--c3), transparent); animation-duration: 29s; }
      .wl-mesh i:nth-child(4) { top: -10%; left: -6%; background: radial-gradient(closest-side, var(--c4), transparent); animation-duration: 23s; animation-direction: alternate-reverse; }
      .wl-main { position: relative; display: grid; grid-template: auto 1fr auto / minmax(0, 1fr) minmax(20rem, 25rem); gap: clamp(1.25rem, 4vh, 3rem) clamp(2rem, 6vw, 7rem); max-width: 96rem; min-height: 100vh; margin: 0 auto; padding: clamp(1.5rem, 4vw, 4rem); }
      .wl-top { grid-column: 1 / -1; display: flex; align-items: center; justify-content: space-between; gap: 1.5rem; min-height: 2.5rem; color: var(--words); }
      .wl-top > :first-child { min-width: 0; }
      .wl-logo { height: 3.25rem; padding: 0.6rem 0.9rem; border-radius: 0.9rem; background: var(--paper); }
      .wl .wl-crowd { margin-inline-start: auto; font-weight: 550; font-variant-numeric: tabular-nums; white-space: nowrap; }
      .wl-words { grid-row: 2 / -1; align-self: end; color: var(--words); animation: wl-rise 0.8s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl .wl-title { font-size: clamp(3rem, 8.4vw, 8.5rem); font-weight: 700; line-height: 0.94; letter-spacing: -0.05em; }
      .wl .wl-title.wl-long { font-size: clamp(2.25rem, 5.4vw, 5.25rem); line-height: 0.98; letter-spacing: -0.04em; }
      .wl .wl-title.wl-longer { font-size: clamp(1.75rem, 3.5vw, 3.25rem); line-height: 1.04; letter-spacing: -0.03em; }
      .wl-words .wl-lead { max-width: 34rem; margin-top: 1.1em; color: inherit; font-size: clamp(1.0625rem, 1.7vw, 1.375rem); line-height: 1.45; }
      .wl .wl-words .wl-invited { border-color: currentColor; }
      .wl-card { grid-row: 2 / -1; grid-column: 2; align-self: end; padding: 1.75rem; border-radius: 1.5rem; background: var(--paper); box-shadow: 0 2rem 5rem -1.5rem rgb(0 0 0 / 0.4); animation: wl-rise 0.8s 0.1s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-card .wl-picture { width: calc(100% + 2.5rem); max-width: none; aspect-ratio: 3 / 2; margin: -1.25rem -1.25rem 1.5rem; border-radius: 1.1rem; }
      .wl-joined .wl-card { grid-column: 1 / -1; justify-self: start; width: 100%; max-width: 36rem; }
      .wl .wl-fine { font-size: 0.875rem; text-align: center; }
      .wl .wl-joined-view .wl-fine { text-align: start; }
      .wl-pending { margin: 0; padding: 0; background: none; }
      @media (max-width: 56rem) {
        .wl-main { grid-template: auto 1fr auto / minmax(0, 1fr); gap: 1.75rem; padding: 1.25rem; }
        .wl-words { grid-row: 2; align-self: end; padding-top: 4vh; }
        .wl-joined .wl-words { display: none; }
        .wl-card { grid-row: 3; grid-column: 1; }
        .wl .wl-joined-view { max-width: none; }
      }
      @media (max-width: 26rem) { .wl-top { flex-wrap: wrap; gap: 0.75rem 1.5rem; } .wl .wl-crowd { margin-inline-start: 0; } .wl-card { padding: 1.25rem; } .wl-card .wl-picture { width: calc(100% + 1.5rem); margin: -0.75rem -0.75rem 1.25rem; } }
      @keyframes wl-drift { from { transform: translate(-4%, -3%) scale(0.95); } to { transform: translate(8%, 7%) scale(1.15); } }
`,
});

import { composeTemplate } from './compose.ts';

export const door = composeTemplate({
  about: 'rooms that lead to a lit door',
  colors: `
  // The whole picture follows one hue. 158 pine, 215 ink blue, 265 plum, 345 wine, 25 umber.
  const [HUE, SATURATION] = design.brandColor ? hueOf(design.brandColor) : [158, 1];
  const GLOW = '#ffd27a';
  const BRAND = design.brandColor || (isDark ? GLOW : '#16362a');
  const ON_BRAND = design.brandColor ? design.onBrandColor : isDark ? '#16251e' : '#f4faf7';
`,
  page: `
  function page() {
    return h(
      'div',
      { className: 'wl-split', style: { '--hue': HUE, '--sat': SATURATION, '--glow': GLOW } },
      h(
        'main',
        { className: 'wl-main' },
        h(
          'div',
          { className: 'wl-column' },
          h('div', { className: 'wl-brand' }, brandmark()),
          entry ? place() : h(React.Fragment, null, h('p', { className: 'wl-eyebrow' }, crowd()), title(), lead(), form()),
        ),
      ),
      h('div', { className: 'wl-art', 'aria-hidden': true }, picture() || rooms()),
    );
  }

  // ---- The picture: rooms that lead to a lit door, and people waiting in front of it ---------------------------

  function rooms() {
    // Everything is drawn around one vanishing point, at eye height. A larger scale is closer: 1 is the closest.
    const eye = { x: 320, y: 560 };
    const doors = [1, 0.73, 0.535, 0.39, 0.285, 0.208];
    const light = 0.15;
    const tones = [0, 3, 7, 12, 18, 26, 36];

    const tone = (step, more = 0) => ({ fill: 'hsl(var(--hue) calc(30% * var(--sat)) calc(var(--wall) + ' + (tones[step] + more) + '%))' });
    const floorAt = scale => eye.y + 330 * scale;
    const arch = (scale, inset = 0) => {
      const half = 215 * scale - inset;
      const spring = eye.y - 165 * scale;
      const left = eye.x - half;
      return 'M' + left + ' ' + floorAt(scale) + 'V' + spring + 'a' + half + ' ' + half + ' 0 0 1 ' + 2 * half + ' 0V' + floorAt(scale) + 'z';
    };
    const floor = (near, far) =>
      'M' + (eye.x - 460 * near) + ' ' + floorAt(near) + 'L' + (eye.x - 460 * far) + ' ' + floorAt(far) +
      'H' + (eye.x + 460 * far) + 'L' + (eye.x + 460 * near) + ' ' + floorAt(near) + 'z';

    const person = (scale, key, className) =>
      h(
        'g',
        { key, className, transform: 'translate(' + (eye.x + 150 * scale) + ' ' + floorAt(scale) + ') scale(' + scale + ')' },
        h('ellipse', { className: 'wl-shadow', cx: 22, cy: 4, rx: 74, ry: 12 }),
        h('path', { d: 'M-37 0c0-64-5-126-3-184c2-44 16-66 40-66s38 22 40 66c2 58-3 120-3 184q-37 13-74 0z' }),
        h('circle', { cy: -289, r: 28 }),
      );

    // People ahead of you, as many as fit.
    const ahead = Math.min(waitlist.waiting, 3);
    const line = [0.205, 0.345, 0.58].slice(3 - ahead);

    return h(
      'svg',
      { viewBox: '0 0 640 960', preserveAspectRatio: 'xMidYMax slice' },
      h(
        'defs',
        null,
        h('radialGradient', { id: 'wl-halo' }, h('stop', { offset: 0, stopColor: GLOW, stopOpacity: 0.75 }), h('stop', { offset: 0.5, stopColor: GLOW, stopOpacity: 0.22 }), h('stop', { offset: 1, stopColor: GLOW, stopOpacity: 0 })),
        h('linearGradient', { id: 'wl-spill', x1: 0, y1: 0, x2: 0, y2: 1 }, h('stop', { offset: 0, stopColor: GLOW, stopOpacity: 0.85 }), h('stop', { offset: 1, stopColor: GLOW, stopOpacity: 0 })),
      ),
      h('rect', { width: 640, height: 960, style: tone(0) }),
      h('path', { d: floor(1.4, 1), style: tone(0, 3) }),
      doors.map((scale, index) =>
        h(
          'g',
          { key: scale },
          // The jamb catches light from the next door.
          h('path', { d: arch(scale), style: tone(index, 11) }),
          h('clipPath', { id: 'wl-clip-' + index }, h('path', { d: arch(scale, 13 * scale) })),
          h(
            'g',
            { clipPath: 'url(#wl-clip-' + index + ')' },
            h('rect', { width: 640, height: 960, style: tone(index + 1) }),
            h('path', { d: floor(scale, doors[index + 1] || light), style: tone(index + 1, 4) }),
          ),
        ),
      ),
      h('circle', { className: 'wl-halo', cx: eye.x, cy: eye.y, r: 250, fill: 'url(#wl-halo)' }),
      h('path', { className: 'wl-spill', fill: 'url(#wl-spill)', d: 'M' + (eye.x - 32) + ' ' + floorAt(light) + 'h64L' + (eye.x + 190) + ' 960h-380z' }),
      h('path', { className: 'wl-light-door', d: arch(light) }),
      h('g', { className: 'wl-people' }, line.map(scale => person(scale, scale))),
      entry && person(0.94, 'you', 'wl-you'),
    );
  }

  // The hue of a color, and whether it has one: 0 for grays.
  function hueOf(color) {
    const [red, green, blue] = [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));
    const max = Math.max(red, green, blue);
    const range = max - Math.min(red, green, blue);
    if (range < 12) return [0, 0];
    const sextant = max === red ? ((green - blue) / range + 6) % 6 : max === green ? (blue - red) / range + 2 : (red - green) / range + 4;
    return [Math.round(sextant * 60), 1];
  }
`,
  styles: `
      .wl-split {
        --wall: 13%;
        --paper: hsl(var(--hue) calc(18% * var(--sat)) 96%);
        --field: hsl(var(--hue) calc(30% * var(--sat)) 99%);
        --ink: hsl(var(--hue) calc(32% * var(--sat)) 9%);
        --soft: hsl(var(--hue) calc(10% * var(--sat)) 33%);
        --line: hsl(var(--hue) calc(8% * var(--sat)) 50%);
        --tint: hsl(var(--hue) calc(20% * var(--sat)) 50% / 0.12);
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 0.86fr);
        min-height: 100vh;
        background: var(--paper);
        color: var(--ink);
      }
      .wl-dark .wl-split {
        --wall: 7%;
        --paper: hsl(var(--hue) calc(22% * var(--sat)) 7%);
        --field: hsl(var(--hue) calc(18% * var(--sat)) 10%);
        --ink: hsl(var(--hue) calc(16% * var(--sat)) 94%);
        --soft: hsl(var(--hue) calc(8% * var(--sat)) 70%);
        --line: hsl(var(--hue) calc(8% * var(--sat)) 46%);
      }
      .wl-main { display: grid; align-items: center; padding: clamp(2.5rem, 7vh, 6rem) clamp(1.5rem, 6vw, 7rem); }
      .wl-column { width: 100%; max-width: 33rem; animation: wl-rise 0.7s cubic-bezier(0.2, 0.7, 0.2, 1) both; }
      .wl-brand:not(:empty) { margin-bottom: 1.75rem; }
      .wl-split .wl-eyebrow { display: flex; align-items: center; gap: 0.8em; }
      .wl-eyebrow::before { width: 0.62em; height: 0.95em; margin-inline-start: 0.2em; border-radius: 1em 1em 0 0; background: var(--glow); box-shadow: 0 0 0 0.2em hsl(var(--hue) calc(34% * var(--sat)) 24%); content: ""; }
      .wl .wl-title { margin: 0.32em 0 0.36em; font-size: clamp(2.75rem, 5.6vw, 5rem); line-height: 1; letter-spacing: -0.04em; }
      .wl .wl-title.wl-long { font-size: clamp(2.25rem, 4.2vw, 3.75rem); letter-spacing: -0.035em; }
      .wl .wl-title.wl-longer { font-size: clamp(1.875rem, 3vw, 2.625rem); letter-spacing: -0.025em; line-height: 1.08; }
      .wl-lead { max-width: 29rem; font-size: 1.1875rem; line-height: 1.5; }
      .wl .wl-invited { border-color: var(--glow); }
      .wl-form { margin-top: 2rem; }

      .wl-art { position: sticky; top: 0; height: 100vh; overflow: hidden; background: hsl(var(--hue) calc(30% * var(--sat)) var(--wall)); }
      .wl-art svg { display: block; width: 100%; height: 100%; }
      .wl-art .wl-picture { height: 100%; }
      .wl-people path, .wl-people circle { fill: hsl(var(--hue) calc(45% * var(--sat)) 5%); }
      .wl-shadow { fill: hsl(var(--hue) calc(45% * var(--sat)) 4%); opacity: 0.4; }
      .wl-light-door { fill: #fff1cf; }
      .wl-halo { transform-origin: 320px 560px; animation: wl-breathe 7s ease-in-out infinite; }
      .wl-you path, .wl-you circle { fill: var(--glow); }
      .wl-you { animation: wl-step 1.1s 0.25s cubic-bezier(0.2, 0.7, 0.2, 1) both; }

      @media (max-width: 53rem) {
        .wl-split { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; }
        .wl-art { position: relative; order: -1; height: clamp(9.5rem, 25vh, 20rem); }
        /* Moves the picture so that the lit door is in the visible band. */
        .wl-art svg { position: absolute; top: calc(62% - 87.5vw); height: 150vw; }
        .wl-main { align-items: start; padding: 1.75rem 1.5rem 2rem; }
        .wl-column { max-width: 36rem; margin: 0 auto; }
        .wl-form { margin-top: 1.5rem; }
        .wl-lead { font-size: 1.0625rem; }
      }

      @keyframes wl-step { from { opacity: 0; translate: 60px 0; } }
      @keyframes wl-breathe { 50% { opacity: 0.65; transform: scale(1.08); } }
`,
});

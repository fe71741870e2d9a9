import { composeTemplate } from './compose.ts';

export const door = composeTemplate({
  about: 'rooms that lead to a lit door',
  colors: `
  // The whole picture follows one hue. 158 pine, 215 ink blue, 265 plum, 345 wine, 25 umber.
  const [HUE, SATURATION] = design.brandColor ? hueOf(design.brandColor) : [158, 1];
  const GLOW = '#ffd27a';
  const WALLS = '--hue: ' + HUE + '; --sat: ' + SATURATION + '; --glow: ' + GLOW + '; ';
  const LIGHT = WALLS + '--brand: #16362a; --on-brand: #f4faf7; --wall: 13%; --paper: hsl(var(--hue) calc(18% * var(--sat)) 96%); --field: hsl(var(--hue) calc(30% * var(--sat)) 99%); --ink: hsl(var(--hue) calc(32% * var(--sat)) 9%); --soft: hsl(var(--hue) calc(10% * var(--sat)) 33%); --line: hsl(var(--hue) calc(8% * var(--sat)) 50%); --tint: hsl(var(--hue) calc(20% * var(--sat)) 50% / 0.12);';
  const DARK = WALLS + '--brand: ' + GLOW + '; --on-brand: #16251e; --wall: 7%; --paper: hsl(var(--hue) calc(22% * var(--sat)) 7%); --field: hsl(var(--hue) calc(18% * var(--sat)) 10%); --ink: hsl(var(--hue) calc(16% * var(--sat)) 94%); --soft: hsl(var(--hue) calc(8% * var(--sat)) 70%); --line: hsl(var(--hue) calc(8% * var(--sat)) 46%); --tint: hsl(var(--hue) calc(20% * var(--sat)) 50% / 0.12);';
`,
  page: `
  function page() {
    return h(
      'div',
      { className: 'wl-split' },
      h(
        'main',
        { className: 'wl-main' },
        h(
          'div',
          { className: 'wl-column' },
          h('div', { className: 'wl-brand' }, brandmark()),
          entry ? place() : h(React.Fragment, null, h('p', { className: 'wl-eyebrow' }, WORDS.crowd), title(), lead(), form()),
        ),
      ),
      h('div', { className: 'wl-art', 'aria-hidden': true }, design.imageUrl ? h('div', { className: 'wl-arch' }, picture()) : rooms()),
    );
  }

  // ---- The picture: rooms that lead to a lit door, and people waiting in front of it ---------------------------

  function rooms() {
    // Everything is drawn around one vanishing point, at eye height. A larger scale is closer: 1 is the closest.
    const eye = { x: 320, y: 560 };
    const doors = [1, 0.73, 0.535, 0.39, 0.285, 0.208];
    const light = 0.15;
    // Rooms get lighter towards the door; see the styles.
    const tone = (step, part) => 'wl-tone-' + step + (part ? ' wl-' + part : '');
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

    const person = scale =>
      h(
        'g',
        { key: scale, transform: 'translate(' + (eye.x + 150 * scale) + ' ' + floorAt(scale) + ') scale(' + scale + ')' },
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
      h('rect', { width: 640, height: 960, className: tone(0) }),
      h('path', { d: floor(1.4, 1), className: tone(0, 'floor') }),
      doors.map((scale, index) =>
        h(
          'g',
          { key: scale },
          // The jamb catches light from the next door.
          h('path', { d: arch(scale), className: tone(index, 'jamb') }),
          h('clipPath', { id: 'wl-clip-' + index }, h('path', { d: arch(scale, 13 * scale) })),
          h(
            'g',
            { clipPath: 'url(#wl-clip-' + index + ')' },
            h('rect', { width: 640, height: 960, className: tone(index + 1) }),
            h('path', { d: floor(scale, doors[index + 1] || light), className: tone(index + 1, 'floor') }),
          ),
        ),
      ),
      h('circle', { className: 'wl-halo', cx: eye.x, cy: eye.y, r: 250, fill: 'url(#wl-halo)' }),
      h('path', { fill: 'url(#wl-spill)', d: 'M' + (eye.x - 32) + ' ' + floorAt(light) + 'h64L' + (eye.x + 190) + ' 960h-380z' }),
      h('path', { className: 'wl-light-door', d: arch(light) }),
      h('g', { className: 'wl-people' }, line.map(person)),
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
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 0.86fr);
        min-height: 100cqh;
      }
      .wl-main { display: grid; align-items: center; padding: clamp(2.5rem, 7cqh, 6rem) clamp(1.5rem, 6vw, 7rem); }
      .wl-column { width: 100%; max-width: 33rem; }
      .wl-brand:not(:empty) { margin-bottom: 1.75rem; }
      .wl-split .wl-eyebrow { display: flex; align-items: center; gap: 0.8em; }
      .wl-eyebrow::before { width: 0.62em; height: 0.95em; margin-inline-start: 0.2em; border-radius: 1em 1em 0 0; background: var(--glow); box-shadow: 0 0 0 0.2em hsl(var(--hue) calc(34% * var(--sat)) 24%); content: ""; }
      .wl .wl-title { margin: 0.32em 0 0.36em; font-size: clamp(2.75rem, 5.6vw, 5rem); line-height: 1; letter-spacing: -0.04em; }
      .wl .wl-title.wl-long { font-size: clamp(2.25rem, 4.2vw, 3.75rem); letter-spacing: -0.035em; }
      .wl .wl-title.wl-longer { font-size: clamp(1.875rem, 3vw, 2.625rem); letter-spacing: -0.025em; line-height: 1.08; }
      .wl-lead { max-width: 29rem; font-size: 1.1875rem; line-height: 1.5; }
      .wl .wl-invited { border-color: var(--glow); }
      .wl-form { margin-top: 2rem; }

      .wl-art { position: sticky; top: 0; height: 100cqh; overflow: hidden; background: hsl(var(--hue) calc(30% * var(--sat)) var(--wall)); }
      .wl-art svg { display: block; width: 100%; height: 100%; }
      /* An image fills the door: arches around it, and its light on the floor. */
      .wl-arch { --wood: hsl(var(--hue) calc(30% * var(--sat)) calc(var(--wall) + 16%)); position: absolute; bottom: 15%; left: 50%; width: 62%; height: 68%; border-radius: 50em 50em 0 0; background: #fff1cf; box-shadow: 0 0 0 0.3em var(--glow), 0 0 0 0.8em var(--wood), 0 0 0 2.6em hsl(var(--hue) calc(30% * var(--sat)) calc(var(--wall) + 5%)), 0 0 0 3em var(--wood), 0 0 6em 4em #ffd27a26; font-size: 1.125rem; translate: -50% 0; }
      .wl-arch .wl-picture { height: 100%; border-radius: inherit; }
      .wl-arch::before, .wl-arch::after { position: absolute; top: 100%; left: -200%; width: 500%; height: 50em; background: hsl(var(--hue) calc(30% * var(--sat)) calc(var(--wall) + 4%)); content: ""; }
      .wl-arch::after { left: -40%; width: 180%; height: 8em; background: linear-gradient(#ffd27abf, #0000); clip-path: polygon(22.2% 0, 77.8% 0, 100% 100%, 0 100%); }
      .wl-art rect, .wl-floor, .wl-jamb { fill: hsl(var(--hue) calc(30% * var(--sat)) calc(var(--wall) + var(--tone) + var(--more, 0%))); }
      .wl-floor { --more: 4%; }
      .wl-jamb { --more: 11%; }
      .wl-tone-0 { --tone: 0%; } .wl-tone-1 { --tone: 3%; } .wl-tone-2 { --tone: 7%; } .wl-tone-3 { --tone: 12%; } .wl-tone-4 { --tone: 18%; } .wl-tone-5 { --tone: 26%; } .wl-tone-6 { --tone: 36%; }
      .wl-people path, .wl-people circle { fill: hsl(var(--hue) calc(45% * var(--sat)) 5%); }
      .wl-shadow { fill: hsl(var(--hue) calc(45% * var(--sat)) 4%); opacity: 0.4; }
      .wl-light-door { fill: #fff1cf; }
      .wl-halo { transform-origin: 320px 560px; animation: wl-breathe 7s ease-in-out infinite; }

      @media (max-width: 53rem) {
        .wl-split { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; }
        .wl-art { position: relative; order: -1; height: clamp(6rem, 100cqh - 33.5rem, 25cqh); }
        /* Moves the picture so that the lit door is in the visible band. */
        .wl-art svg { position: absolute; top: calc(62% - 87.5vw); height: 150vw; }
        .wl-art:has(.wl-arch) { height: clamp(7rem, 100cqh - 33rem, 29cqh); }
        .wl-arch { bottom: 12%; width: 54%; height: 72%; font-size: 0.6rem; }
        .wl-main { align-items: start; padding: 1.25rem 1.5rem 2rem; }
        .wl-column { max-width: 36rem; margin: 0 auto; }
        .wl-form { margin-top: 1.25rem; }
        .wl-lead { font-size: 1.0625rem; }
        .wl .wl-title { margin: 0.2em 0 0.25em; font-size: clamp(2.25rem, 9.5vw, 4rem); }
      }

      @keyframes wl-breathe { 50% { opacity: 0.65; transform: scale(1.08); } }
`,
});

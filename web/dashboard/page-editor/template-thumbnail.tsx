import type { ReactNode } from 'react';
import type { TemplateName } from '../../../core/page-code/design.ts';

interface About {
  readonly label: string;
  readonly drawing: ReactNode;
}

const line = (x: number, y: number, width: number, height = 3) => (
  <rect className="thumb-soft" x={x} y={y} width={width} height={height} rx={height / 2} />
);
const title = (x: number, y: number, width: number, height = 9) => (
  <rect className="thumb-ink" x={x} y={y} width={width} height={height} rx={2} />
);
const field = (x: number, y: number, width: number, height = 8) => (
  <rect className="thumb-field" x={x} y={y} width={width} height={height} rx={2} />
);
const button = (x: number, y: number, width: number, height = 8) => (
  <rect className="thumb-brand" x={x} y={y} width={width} height={height} rx={2} />
);

/** A template's name and a sketch of its layout, 120 × 80. */
export const TEMPLATE_CARDS: Readonly<Record<TemplateName, About>> = {
  door: {
    label: 'Door',
    drawing: (
      <>
        {title(8, 20, 42)}
        {line(8, 34, 34)}
        {field(8, 42, 46)}
        {button(8, 54, 46)}
        <rect className="thumb-night" x={64} width={56} height={80} />
        <path className="thumb-arch" d="M74 80V36a18 18 0 0 1 36 0v44z" />
        <path className="thumb-arch" d="M81 80V40a11 11 0 0 1 22 0v40z" />
        <path className="thumb-glow" d="M87 52v-8a5 5 0 0 1 10 0v8l10 28H77z" />
      </>
    ),
  },
  minimal: {
    label: 'Minimal',
    drawing: (
      <>
        {button(8, 8, 7, 7)}
        {title(8, 26, 46, 10)}
        {line(8, 40, 34)}
        {field(8, 47, 38, 12)}
        {button(8, 61, 38, 7)}
        {title(84, 54, 28, 14)}
      </>
    ),
  },
  spotlight: {
    label: 'Spotlight',
    drawing: (
      <>
        <path className="thumb-beam" d="M52 0h16l26 66H26z" />
        <ellipse className="thumb-beam" cx={60} cy={66} rx={44} ry={8} />
        {title(30, 28, 60, 10)}
        {line(40, 43, 40)}
        {field(28, 52, 36)}
        {button(67, 52, 25)}
      </>
    ),
  },
  gradient: {
    label: 'Gradient',
    drawing: (
      <>
        <rect className="thumb-brand" width={120} height={80} />
        <circle className="thumb-blot-1" cx={98} cy={10} r={44} />
        <circle className="thumb-blot-2" cx={20} cy={70} r={40} />
        <rect className="thumb-on-brand" x={8} y={22} width={74} height={14} rx={2} />
        <rect className="thumb-card" x={8} y={46} width={84} height={16} rx={4} />
        {field(12, 50, 24)}
        {field(39, 50, 24)}
        {button(66, 50, 22)}
      </>
    ),
  },
  countdown: {
    label: 'Countdown',
    drawing: (
      <>
        <rect className="thumb-brand" x={8} y={10} width={104} height={30} rx={4} />
        {[14, 39, 64, 89].map(x => (
          <g key={x}>
            <rect className="thumb-digit" x={x} y={16} width={8} height={13} rx={1} />
            <rect className="thumb-digit" x={x + 9} y={16} width={8} height={13} rx={1} />
            <rect className="thumb-digit-label" x={x + 4} y={33} width={9} height={2} rx={1} />
          </g>
        ))}
        {title(8, 50, 36, 8)}
        {line(8, 62, 30)}
        {field(66, 48, 46)}
        {button(66, 60, 46)}
      </>
    ),
  },
  leaderboard: {
    label: 'Leaderboard',
    drawing: (
      <>
        {title(8, 20, 42)}
        {line(8, 34, 34)}
        {field(8, 42, 46)}
        {button(8, 54, 46)}
        <rect className="thumb-card thumb-edge" x={66} y={10} width={46} height={60} rx={4} />
        {title(72, 17, 20, 8)}
        {line(72, 31, 34)}
        <circle className="thumb-brand" cx={83} cy={32.5} r={4} />
        {line(72, 42, 16)}
        {button(69, 48, 40, 9)}
        {line(72, 61, 22)}
      </>
    ),
  },
};

export const TEMPLATE_NAMES = Object.keys(TEMPLATE_CARDS) as TemplateName[];

export function TemplateThumbnail({ name }: { readonly name: TemplateName }) {
  return (
    <svg className="thumb" viewBox="0 0 120 80" aria-hidden="true">
      {TEMPLATE_CARDS[name].drawing}
    </svg>
  );
}

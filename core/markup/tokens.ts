/*
 * The design of everything of ours: pine walls, paper, and one lamp. Style sheets get these values as custom properties
 * (`lib/build/design-css.ts`); emails and pages read them here. Emails need hex: many mail programs know nothing else.
 */

/** By name: in light, and in dark. */
export type Colors = Readonly<Record<string, readonly [light: string, dark: string]>>;

/** The same in light and dark: the lamp, the walls with what is written on them, and the rooms of the logo from the outside in. */
export const GLOW = '#ffd27a';
export const PINE = '#16362b';
export const ON_PINE = '#b9d3c6';
export const ROOMS = ['#12352a', '#2f6b55', '#0b211a'] as const;

// Constants of their own, so that bundles leave out the tables they do not use.
const ERROR = ['#a8231a', '#ffb3a7'] as const;
const ACTION_HOVER = ['#1f4c3c', '#ffdf9e'] as const;
const NOTICE_INK = ['#6b4206', '#ffe099'] as const;
const CHART = ['#347960', '#e9c267'] as const;

/** Colors of every page and email. */
export const PALETTE = {
  paper: ['#f3f7f5', '#0e1613'],
  card: ['#ffffff', '#151e1b'],
  ink: ['#101e19', '#edf2f0'],
  soft: ['#4c5d56', '#acb9b4'],
  /** Between things. */
  line: ['#d7e0dc', '#2d3935'],
  /** Around what can be clicked or filled in: 3:1 on paper and card. */
  edge: ['#758a82', '#6c7f78'],
  action: [PINE, GLOW],
  'on-action': ['#f5faf8', '#0c1d17'],
  ring: ['#197654', GLOW],
  error: ERROR,
} as const satisfies Colors;

/** More colors of the landing page and the documentation. */
export const SITE_COLORS = {
  'action-hover': ACTION_HOVER,
  chip: ['#e8efed', '#1c2623'],
  chart: CHART,
  'notice-ink': NOTICE_INK,
  /** Samples of code are dark in light, too. */
  night: ['#0f1f19', '#0f1f19'],
  'night-ink': ['#d6e0dd', '#d6e0dd'],
  'night-soft': ['#abbab5', '#abbab5'],
  'night-line': ['#293d36', '#293d36'],
} as const satisfies Colors;

/** More colors of the dashboard: tones of buttons, badges, and alerts (`theme.ts`), its side, its chart, and code. */
export const DASHBOARD_COLORS = {
  raise: ['#f7faf9', '#1c2623'],
  well: ['#ecf1ef', '#111a17'],
  chosen: ['#ffffff', '#313f3a'],
  'action-hover': ACTION_HOVER,
  'action-ink': ['#174f3a', '#ffe099'],
  'action-tint': ['#e1efea', '#392f18'],
  'action-tint-hover': ['#d4e8e1', '#473b1f'],
  good: ['#235744', '#72caaa'],
  'good-hover': ['#2c6d55', '#89d2b7'],
  'on-good': ['#ffffff', '#0c1d17'],
  'good-ink': ['#134e38', '#9cdec6'],
  'good-tint': ['#e0f0ea', '#182f27'],
  'good-tint-hover': ['#d2eae1', '#1f3d32'],
  danger: ERROR,
  'danger-hover': ['#8f1b13', '#ffc7be'],
  'on-danger': ['#ffffff', '#310f0c'],
  'danger-ink': ERROR,
  'danger-tint': ['#fbebe9', '#371d1b'],
  'danger-tint-hover': ['#f9dedc', '#442422'],
  notice: [GLOW, GLOW],
  'notice-hover': ['#f7c35c', '#ffdf9e'],
  'on-notice': ['#31250c', '#31250c'],
  'notice-ink': NOTICE_INK,
  'notice-tint': ['#fcefcf', '#362c17'],
  'notice-tint-hover': ['#fbe7b6', '#44381d'],
  quiet: ['#5e6e68', '#91a19b'],
  'quiet-hover': ['#505e59', '#a1afaa'],
  'on-quiet': ['#ffffff', '#0e1b16'],
  'quiet-ink': ['#43564f', '#bdc7c3'],
  'quiet-tint': ['#e9efed', '#222b27'],
  'quiet-tint-hover': ['#dfe7e4', '#2b3632'],
  side: ['#e9f0ed', '#0a100e'],
  'side-ink': ['#101e19', '#edf2f0'],
  'side-soft': ['#465851', '#a1afaa'],
  'side-line': ['#d3ded9', '#212c28'],
  'side-active': ['#d8e4de', '#1a2320'],
  toast: [PINE, PINE],
  'on-toast': ['#f5faf8', '#f5faf8'],
  chart: CHART,
  live: ['#1f9d6b', '#4fd39c'],
  'code-keyword': ['#186247', '#89d2b7'],
  'code-string': ['#8a480f', GLOW],
  'code-number': ['#27579b', '#91caf3'],
  'code-name': ['#5f3d8f', '#ccb1f1'],
} as const satisfies Colors;

/** Emails use the reader's own font: mail programs load none. */
export const FONTS = {
  /** As in the templates of pages, so that nothing moves when the page's own code takes over. */
  text: 'Figtree,"Figtree Fallback",Arial,sans-serif',
  code: 'ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace',
  email: "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
} as const;
export const HEADING_WEIGHT = 640;

/** Of text, of gaps and paddings, and of corners: in px, from small to large. */
export const TEXT_SIZES = { xs: 13, sm: 14, md: 15, lg: 17 } as const;
/** The dashboard is denser than emails. */
export const DASHBOARD_TEXT_SIZES = { xs: 12, sm: 13, md: 14, lg: 16 } as const;
export const SPACES = { xs: 10, sm: 12, md: 16, lg: 20, xl: 32 } as const;
export const RADII = { sm: 7, md: 9, lg: 14 } as const;

/** Declarations of custom properties, for light or for dark. */
export const colorProperties = (colors: Colors, scheme: 'light' | 'dark'): string =>
  Object.entries(colors)
    .map(([name, [light, dark]]) => `--${name}:${scheme === 'light' ? light : dark};`)
    .join('');

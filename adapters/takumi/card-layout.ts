import type { ContainerNode, Node, TextNode } from '@takumi-rs/wasm';
import { textColorOn } from '../../core/markup/contrast.ts';
import { PALETTE, PINE } from '../../core/markup/tokens.ts';
import { CARD_SIZE, type Card } from '../../core/pages/card.ts';

const PADDING = 72;
const WIDTH = CARD_SIZE.width - 2 * PADDING;
const NAME_LINE = 1.14;
const LEAD_LINE = 1.4;

/** Behind a logo, which is made for a light page, or a dark one. */
const TILE = { light: PALETTE.card[0], dark: PALETTE.card[1] } as const;
const TILE_PADDING = 20;

/** A font size, and the lines that have room then. */
interface TextSize {
  readonly size: number;
  readonly lines: number;
}
type TextSizes = readonly [...TextSize[], TextSize];

const NAME_SIZES: TextSizes = [
  { size: 112, lines: 1 },
  { size: 88, lines: 2 },
  { size: 72, lines: 2 },
  { size: 56, lines: 3 },
];
const LEAD_SIZES: TextSizes = [
  { size: 32, lines: 2 },
  { size: 28, lines: 3 },
];

/** Texts that our fonts can draw; null: left out. */
export interface CardTexts {
  readonly name: string | null;
  readonly lead: string | null;
  /** The font stack. */
  readonly fontFamily: string;
}

export const INVITATION = 'Join the waitlist';

type Style = NonNullable<TextNode['style']>;
/** Measures a box, in pixels. */
type Measure = (node: Node) => Promise<{ readonly width: number; readonly height: number }>;

/** Whether a text begins in a script that is written from right to left. */
const isRightToLeft = (text: string): boolean => /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);

const nameStyle = { fontWeight: 750, letterSpacing: '-0.025em', lineHeight: NAME_LINE } as const;
const leadStyle = { lineHeight: LEAD_LINE } as const;

/** A text at the largest size that fits; what exceeds the smallest is cut. */
async function fitText(
  text: string,
  style: Style & { readonly lineHeight: number },
  sizes: TextSizes,
  measure: Measure,
): Promise<TextNode> {
  const shared: Style = {
    display: 'block',
    width: WIDTH,
    overflowWrap: 'anywhere',
    direction: isRightToLeft(text) ? 'rtl' : 'ltr',
    textAlign: 'start',
    ...style,
  };
  for (const { size, lines } of sizes) {
    const node: TextNode = { type: 'text', text, style: { ...shared, fontSize: size } };
    if ((await measure(node)).height < size * style.lineHeight * (lines + 0.5)) return node;
  }
  const { size, lines } = sizes.at(-1) as TextSize;
  return {
    type: 'text',
    text,
    style: { ...shared, fontSize: size, lineClamp: lines, textOverflow: 'ellipsis' },
  };
}

const arch = (width: number, height: number, backgroundColor: string): ContainerNode => ({
  type: 'container',
  style: {
    position: 'absolute',
    right: 72 + (420 - width) / 2,
    bottom: 0,
    width,
    height,
    borderTopLeftRadius: width / 2,
    borderTopRightRadius: width / 2,
    backgroundColor,
  },
});

/** A door, as in our icon. It moves the background away from the text's color, so that contrast only grows. */
const door = (text: string): ContainerNode[] => {
  const shade = text === '#ffffff' ? 'rgba(0, 0, 0, 0.07)' : 'rgba(255, 255, 255, 0.16)';
  return [arch(420, 560, shade), arch(300, 440, shade), arch(180, 320, shade)];
};

/** A logo on its tile; none if it is no image, which then has no width. */
async function logoNodes(
  src: Uint8Array,
  backgroundColor: string,
  measure: Measure,
): Promise<ContainerNode[]> {
  const image: Node = { type: 'image', src, style: { height: 72, maxWidth: 400, objectFit: 'contain' } };
  const tile: ContainerNode = {
    type: 'container',
    style: { display: 'flex', padding: TILE_PADDING, borderRadius: 24, backgroundColor },
    children: [image],
  };
  return (await measure(tile)).width > 2 * TILE_PADDING ? [tile] : [];
}

const invitation = (color: string): TextNode => ({
  type: 'text',
  text: INVITATION,
  style: {
    padding: '14px 28px',
    border: `2px solid ${color}`,
    borderRadius: 999,
    fontFamily: 'inter',
    fontSize: 26,
    fontWeight: 600,
    lineHeight: 1.2,
  },
});

/** A card as a tree of boxes. */
export async function layOutCard(
  { brandColor, isDark }: Pick<Card, 'brandColor' | 'isDark'>,
  { name, lead, fontFamily }: CardTexts,
  logo: Uint8Array | null,
  measure: Measure,
): Promise<ContainerNode> {
  const backgroundColor = brandColor ?? PINE;
  const color = textColorOn(backgroundColor);
  const heading = name ?? INVITATION;
  const flexDirection = isRightToLeft(heading) ? 'row-reverse' : 'row';
  return {
    type: 'container',
    style: { display: 'flex', ...CARD_SIZE, backgroundColor, color, fontFamily },
    children: [
      ...door(color),
      {
        type: 'container',
        style: {
          position: 'relative',
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          ...CARD_SIZE,
          padding: PADDING,
        },
        children: [
          {
            type: 'container',
            style: { display: 'flex', flexDirection, alignItems: 'center', justifyContent: 'space-between' },
            children: [
              ...(logo ? await logoNodes(logo, isDark ? TILE.dark : TILE.light, measure) : []),
              ...(name === null ? [] : [invitation(color)]),
            ],
          },
          {
            type: 'container',
            style: { display: 'flex', flexDirection: 'column', gap: 20 },
            children: [
              await fitText(heading, { ...nameStyle, fontFamily }, NAME_SIZES, measure),
              ...(lead === null
                ? []
                : [await fitText(lead, { ...leadStyle, fontFamily }, LEAD_SIZES, measure)]),
            ],
          },
        ],
      },
    ],
  };
}

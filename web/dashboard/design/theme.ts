import { Alert, createTheme, Modal, Tooltip, type VariantColorsResolver } from '@mantine/core';

/** The colours of a kind of button or badge, by the names of `tokens.css`, which tells light from dark. */
const TONES: Readonly<Record<string, string>> = {
  red: 'danger',
  yellow: 'notice',
  teal: 'good',
  gray: 'quiet',
};

const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  const tone = TONES[color ?? ''] ?? 'action';
  const border = '1px solid transparent';
  switch (variant) {
    case 'filled':
      return {
        background: `var(--${tone})`,
        hover: `var(--${tone}-hover)`,
        color: `var(--on-${tone})`,
        border,
      };
    case 'light':
      return {
        background: `var(--${tone}-tint)`,
        hover: `var(--${tone}-tint-hover)`,
        color: `var(--${tone}-ink)`,
        border,
      };
    case 'subtle':
    case 'transparent':
      return {
        background: 'transparent',
        hover: `var(--${tone}-tint)`,
        color: `var(--${tone}-ink)`,
        border,
      };
    default:
      return {
        background: 'var(--card)',
        hover: 'var(--raise)',
        color: tone === 'danger' ? 'var(--danger-ink)' : 'var(--ink)',
        border: '1px solid var(--line)',
      };
  }
};

/**
 * How Mantine's components behave here. What they look like is in `tokens.css`: properties that Mantine would write into a
 * style element, which the content security policy refuses (ADR 26).
 */
export const theme = createTheme({
  primaryColor: 'green',
  variantColorResolver,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Most stand on the screen from its beginning; what is urgent says so itself.
    Alert: Alert.extend({ defaultProps: { role: 'note' } }),
    // Its lock of the page's scrolling is an inline style element too; `base.css` has another.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true } }),
    // A header would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
    }),
  },
});

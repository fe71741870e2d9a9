import {
  Alert,
  Badge,
  createTheme,
  Modal,
  Notification,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';

/** Mantine's colors, mapped to our names (`core/markup/tokens.ts`), which handle light and dark. */
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
 * Behavior of Mantine's components. Their look is in `theme.css`: Mantine would inject its variables as a style element,
 * which the content security policy blocks (ADR 21).
 */
export const theme = createTheme({
  primaryColor: 'green',
  variantColorResolver,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Most alerts are static; urgent ones set role="alert" themselves.
    Alert: Alert.extend({ defaultProps: { role: 'note', color: 'yellow', variant: 'light' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light' } }),
    // Mantine's scroll lock is a style element too; `base.css` has our own.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, centered: true, closeButtonProps: { 'aria-label': 'Close' } },
    }),
    // A <header> here would be a second banner landmark.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
    }),
  },
});

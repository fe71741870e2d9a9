import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from '../design/icons.ts';

interface CopyProps {
  readonly value: string;
  /** The object of the label, as in "Copy the link". */
  readonly label: string;
  readonly onCopy?: () => void;
}

/** Copies a value and says so, also to screen readers. */
export function CopyIcon({ value, label }: Omit<CopyProps, 'onCopy'>) {
  const clipboard = useClipboard({ timeout: 2000 });
  const says = clipboard.copied ? 'Copied' : clipboard.error ? 'Could not copy' : label;
  return (
    <Tooltip label={<span>{says}</span>}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={says}
        aria-live="polite"
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? <Check size={16} /> : <Copy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** A value with a button that copies it. */
export const Copyable = ({ value, label }: Omit<CopyProps, 'onCopy'>) => (
  <span className="copyable">
    <code>{value}</code>
    <CopyIcon value={value} label={label} />
  </span>
);

export function CopyButton({
  value,
  label,
  onCopy,
  variant = 'default',
  size = 'sm',
}: CopyProps & { readonly variant?: 'default' | 'filled'; readonly size?: 'xs' | 'sm' }) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Button
      variant={variant}
      size={size}
      aria-live="polite"
      leftSection={clipboard.copied ? <Check size={16} /> : <Copy size={16} />}
      onClick={() => {
        clipboard.copy(value);
        onCopy?.();
      }}
    >
      {clipboard.copied ? 'Copied' : clipboard.error ? 'Could not copy' : label}
    </Button>
  );
}

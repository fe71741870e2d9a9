import { SegmentedControl } from '@mantine/core';
import { Monitor, Smartphone, type Sun } from '../design/icons.ts';

/** How wide an email is shown: as on a desktop or a phone. */
export const SizeControl = ({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (size: string) => void;
}) => (
  <SegmentedControl
    size="xs"
    className="mail-sizes"
    aria-label="Preview size"
    value={value}
    onChange={onChange}
    data={[
      { value: 'desktop', label: <ControlIcon of={Monitor} text="Desktop" /> },
      { value: 'phone', label: <ControlIcon of={Smartphone} text="Phone" /> },
    ]}
  />
);

/** A control without room for words. */
export const ControlIcon = ({ of: Shape, text }: { readonly of: typeof Sun; readonly text: string }) => (
  <span className="mail-icon" title={text}>
    <Shape size={15} aria-hidden />
    <span className="unseen">{text}</span>
  </span>
);

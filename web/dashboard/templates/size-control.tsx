import { SegmentedControl } from '@mantine/core';
import { Monitor, Moon, Smartphone, Sun } from '../design/icons.ts';

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

/** Whether an email is shown as in a light or a dark mail program. */
export const ModeControl = ({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (mode: string) => void;
}) => (
  <SegmentedControl
    size="xs"
    aria-label="Preview colors"
    value={value}
    onChange={onChange}
    data={[
      { value: 'light', label: <ControlIcon of={Sun} text="Light" /> },
      { value: 'dark', label: <ControlIcon of={Moon} text="Dark" /> },
    ]}
  />
);

/** The email as a mail program in that mode shows it, whatever the mode of this browser. */
export const inMode = (html: string, mode: string): string =>
  html.replace(
    /@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g,
    `@media ${mode === 'dark' ? 'all' : 'not all'}`,
  );

/** A control without room for words. */
const ControlIcon = ({ of: Shape, text }: { readonly of: typeof Sun; readonly text: string }) => (
  <span className="mail-icon" title={text}>
    <Shape size={15} aria-hidden />
    <span className="unseen">{text}</span>
  </span>
);

import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { Moon, Sun, SunMoon } from '../design/icons.ts';

const CHOICES = {
  auto: { next: 'light', label: 'Theme: system', icon: SunMoon },
  light: { next: 'dark', label: 'Theme: light', icon: Sun },
  dark: { next: 'auto', label: 'Theme: dark', icon: Moon },
} as const;

/** Cycles through system, light, and dark. The choice is stored in this browser. */
export function ColorSchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, label, icon: Icon } = CHOICES[colorScheme];
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        className="side-tool"
        variant="transparent"
        aria-label={label}
        onClick={() => setColorScheme(next)}
      >
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}

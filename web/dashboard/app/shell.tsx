import { ActionIcon, Modal, Tooltip, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Problem } from '../api/problem.ts';
import { accountQuery } from '../api/queries.ts';
import { goToSignIn } from '../api/session.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { Mark } from '../components/mark.tsx';
import { ScreenSkeleton } from '../components/skeletons.tsx';
import { Menu, Moon, Sun, SunMoon, X } from '../design/icons.ts';
import { ConnectionBanner } from './connection.tsx';
import { Navigation } from './navigation.tsx';

/** Loaded when it is first opened. */
const SearchBox = lazy(() => import('../search/search-box.tsx'));

const CHOICES = {
  auto: { next: 'light', label: 'Theme: system', icon: SunMoon },
  light: { next: 'dark', label: 'Theme: light', icon: Sun },
  dark: { next: 'auto', label: 'Theme: dark', icon: Moon },
} as const;

/** Cycles through system, light, and dark. The choice is stored in this browser. */
function ColorSchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, label, icon: Icon } = CHOICES[colorScheme];
  return (
    <Tooltip label={<span>{label}</span>} position="right">
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

/** Moves focus to the top of a new screen, for screen readers. */
function useFocusOnNewScreen(): RefObject<HTMLElement | null> {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means a new screen
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

/** The layout of every screen: navigation, account, and content. */
export function Shell() {
  const account = useQuery(accountQuery);
  const [isOpen, setOpen] = useState(false);
  const main = useFocusOnNewScreen();
  const [isSearching, searching] = useDisclosure();
  // Also while typing in a field.
  useHotkeys([['mod+K', searching.open]], [], true);

  const isStranger = account.error instanceof Problem && account.error.status === 401 && !account.data;
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (isStranger) setLeaving(goToSignIn());
  }, [isStranger]);

  // On a phone the menu covers the screen like a dialog, so Escape closes it too.
  useEffect(() => {
    if (!isOpen || isSearching) return;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen, isSearching]);

  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="chrome">
        <div className="topbar">
          <Brand />
          <ActionIcon
            variant="transparent"
            className="side-tool"
            aria-label={isOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isOpen}
            aria-controls="side"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <X size={20} /> : <Menu size={20} />}
          </ActionIcon>
        </div>
        <div className="side" id="side" data-open={isOpen || undefined}>
          <div className="side-brand">
            <Brand />
          </div>
          <Navigation onGo={() => setOpen(false)} onSearch={searching.open} />
          <div className="side-foot">
            <Tooltip label={account.data?.account.email ?? ''} disabled={!account.data}>
              <span className="side-who">{account.data?.account.email}</span>
            </Tooltip>
            <ColorSchemeToggle />
          </div>
        </div>
      </header>
      <div className="stage">
        <ConnectionBanner />
        <main id="main" ref={main} tabIndex={-1} className="main">
          {/* Screens rely on the account being loaded. */}
          {isLeaving ? (
            <ScreenSkeleton />
          ) : (
            <Loaded query={account} skeleton={<ScreenSkeleton />}>
              {() => <Outlet />}
            </Loaded>
          )}
        </main>
      </div>
      <Modal opened={isSearching} onClose={searching.close} title="Search" yOffset="12vh" centered={false}>
        <Suspense fallback={<Lines />}>
          <SearchBox
            onGo={() => {
              searching.close();
              setOpen(false);
            }}
          />
        </Suspense>
      </Modal>
    </div>
  );
}

const Brand = () => (
  <Link to="/" className="brand">
    <Mark />
    <span>Anteroom</span>
  </Link>
);

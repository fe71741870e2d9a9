import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { supportQuery } from '../api/queries.ts';
import { Search } from '../design/icons.ts';
import { helpPlaces, type Place, SETTINGS, WORK } from './places.ts';

function Places({ places, onGo }: { readonly places: readonly Place[]; readonly onGo: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <ul className="side-list">
      {places.map(({ to, label, icon: Icon, below }) => (
        <li key={to}>
          <Link
            to={to}
            className="side-link"
            activeOptions={{ exact: false }}
            activeProps={{ 'aria-current': 'page' }}
            {...(below && path.startsWith(below) && { 'aria-current': true })}
            onClick={onGo}
          >
            <Icon size={17} aria-hidden />
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Help() {
  const { data: supportEmail } = useQuery(supportQuery);
  return (
    <ul className="side-list">
      {helpPlaces(supportEmail).map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <a href={to} className="side-link" target="_blank" rel="noreferrer">
            <Icon size={17} aria-hidden />
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const SHORTCUT = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** The side navigation: everything that isn't inside one waitlist. */
export function Navigation({ onGo, onSearch }: { readonly onGo: () => void; readonly onSearch: () => void }) {
  return (
    <>
      <button type="button" className="side-link side-search" aria-haspopup="dialog" onClick={onSearch}>
        <Search size={17} aria-hidden />
        <span>Search</span>
        <kbd aria-hidden>{SHORTCUT}</kbd>
      </button>
      <nav aria-label="Dashboard" className="side-nav">
        <Places places={WORK} onGo={onGo} />
        <h2 className="side-heading">Settings</h2>
        <Places places={SETTINGS} onGo={onGo} />
        <h2 className="side-heading">Help</h2>
        <Help />
      </nav>
    </>
  );
}

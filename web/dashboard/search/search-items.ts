import { helpPlaces, SETTINGS, WORK } from '../app/places.ts';
import { TABS } from '../waitlists/tabs.ts';

/** Something to go to. */
export interface SearchItem {
  readonly label: string;
  /** Its type, such as "Waitlist". */
  readonly kind: string;
  /** A path of the dashboard, or a URL outside of it. */
  readonly to: string;
  readonly isOutside?: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Account {
  readonly waitlists: readonly Named[];
  readonly templates: readonly Named[];
  readonly supportEmail: string | null | undefined;
}

/** Enough to scroll through; more letters find the others. */
const LIMIT = 30;

/** Everything to go to: first the waitlists, last their tabs. */
export function listItems({ waitlists, templates, supportEmail }: Account): SearchItem[] {
  const [overview, ...tabs] = TABS;
  const pathOf = (to: string, id: string) => to.replace('$id', id);
  return [
    ...waitlists.map(({ id, name }) => ({ label: name, kind: 'Waitlist', to: pathOf(overview.to, id) })),
    ...WORK.map(({ label, to }) => ({ label, kind: 'Screen', to })),
    ...SETTINGS.map(({ label, to }) => ({ label, kind: 'Settings', to })),
    ...helpPlaces(supportEmail).map(({ label, to }) => ({ label, kind: 'Help', to, isOutside: true })),
    ...templates.map(({ id, name }) => ({ label: name, kind: 'Email template', to: `/templates/${id}` })),
    ...waitlists.flatMap(({ id, name }) =>
      tabs.map(({ to, label }) => ({ label: `${name} › ${label}`, kind: 'Waitlist', to: pathOf(to, id) })),
    ),
  ];
}

/** The items with every word of the query; those whose name starts with it come first. */
export function findItems(items: readonly SearchItem[], query: string): SearchItem[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = items.filter(({ label, kind }) => {
    const text = `${label} ${kind}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const starts = ({ label }: SearchItem) => Number(label.toLowerCase().startsWith(wanted));
  return found.sort((a, b) => starts(b) - starts(a)).slice(0, LIMIT);
}

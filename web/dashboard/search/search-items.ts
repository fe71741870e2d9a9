import { helpPlaces, SETTINGS, WORK } from '../app/places.ts';
import { sharedNames } from '../waitlists/shared-names.ts';
import { MORE_SCREENS, TABS } from '../waitlists/tabs.ts';

/** Something to go to. */
export interface SearchItem {
  readonly label: string;
  /** Tells waitlists of one name apart. */
  readonly detail?: string;
  /** Also found by this. */
  readonly slug?: string;
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

interface NamedWaitlist extends Named {
  readonly slug: string;
}

interface Account {
  readonly waitlists: readonly NamedWaitlist[];
  readonly templates: readonly Named[];
  readonly supportEmail: string | null | undefined;
  /** The waitlist that is open, if one is. */
  readonly openId?: string | undefined;
}

/** Enough to scroll through; more letters find the others. */
const LIMIT = 30;

const [OVERVIEW, ...OTHER_TABS] = TABS;

/** Everything to go to: first what is open with its screens, then the other waitlists, last their screens. */
export function listItems({ waitlists, templates, supportEmail, openId }: Account): SearchItem[] {
  const open = waitlists.filter(({ id }) => id === openId);
  const others = waitlists.filter(({ id }) => id !== openId);
  const shared = sharedNames(waitlists);
  const toItem = ({ id, name, slug }: NamedWaitlist, to: string = OVERVIEW.to, screen?: string) => ({
    label: screen === undefined ? name : `${name} › ${screen}`,
    slug,
    ...(shared.has(name) && { detail: slug }),
    kind: 'Waitlist',
    to: to.replace('$id', id),
  });
  const screensOf = (waitlist: NamedWaitlist): SearchItem[] =>
    [...OTHER_TABS, ...MORE_SCREENS].map(({ to, label }) => toItem(waitlist, to, label));
  return [
    ...open.flatMap(waitlist => [toItem(waitlist), ...screensOf(waitlist)]),
    ...others.map(waitlist => toItem(waitlist)),
    ...WORK.map(({ label, to }) => ({ label, kind: 'Screen', to })),
    ...SETTINGS.map(({ label, to }) => ({ label, kind: 'Settings', to })),
    ...helpPlaces(supportEmail).map(({ label, to }) => ({ label, kind: 'Help', to, isOutside: true })),
    ...templates.map(({ id, name }) => ({ label: name, kind: 'Email template', to: `/templates/${id}` })),
    ...others.flatMap(screensOf),
  ];
}

/** The items with every word of the query; those whose name starts with it come first. */
export function findItems(items: readonly SearchItem[], query: string): SearchItem[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = items.filter(({ label, slug, kind }) => {
    const text = `${label} ${slug ?? ''} ${kind}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const starts = ({ label }: SearchItem) => Number(label.toLowerCase().startsWith(wanted));
  return found.sort((a, b) => starts(b) - starts(a)).slice(0, LIMIT);
}

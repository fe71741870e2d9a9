import MiniSearch, { type SearchResult } from 'minisearch';
import type { Findable } from '../../lib/build/docs/search-index.ts';

const MOST_RESULTS = 8;
const EXCERPT_LENGTH = 110;

type Found = SearchResult & Findable;

/** Guides explain, so they come before single operations; the changelog names everything. */
const weightOf = (url: string): number => {
  if (url.startsWith('/changelog')) return 0.3;
  if (!url.startsWith('/docs/')) return 1;
  return url.includes('#') ? 1.5 : 2.5;
};

/** Loads what can be found, and indexes it. That takes a few milliseconds, and half of the bytes of a finished index. */
async function loadIndex(url: string): Promise<MiniSearch<Findable>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The search index is a ${response.status}`);
  const index = new MiniSearch<Findable>({
    idField: 'url',
    fields: ['title', 'page', 'text'],
    storeFields: ['url', 'title', 'page', 'text'],
    searchOptions: {
      prefix: true,
      fuzzy: term => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      boost: { title: 4, page: 2 },
      boostDocument: id => weightOf(id),
    },
  });
  index.addAll(await response.json());
  return index;
}

/** The words around the first match, or the first words if only the title has it. */
function excerpt({ text, terms }: Found): string {
  const places = terms.map(term => text.toLowerCase().indexOf(term)).filter(place => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 30);
  const from = start === 0 || places.length === 0 ? 0 : text.indexOf(' ', start) + 1;
  const end =
    text.length - from <= EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', from + EXCERPT_LENGTH);
  return `${from === 0 ? '' : '… '}${text.slice(from, end)}${end === text.length ? '' : ' …'}`;
}

/** Appends text, its matches marked. */
function appendMarked(element: HTMLElement, text: string, terms: readonly string[]): void {
  const escaped = terms.map(term => term.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const parts = escaped.length === 0 ? [text] : text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) element.append(part);
    else element.append(Object.assign(document.createElement('mark'), { textContent: part }));
  }
}

function renderOption(found: Found, at: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.href = found.url;
  option.id = `found-${at}`;
  option.tabIndex = -1;
  option.setAttribute('role', 'option');
  const title = document.createElement('b');
  appendMarked(title, found.title, found.terms);
  const page = document.createElement('span');
  if (found.page !== found.title) page.textContent = found.page;
  const words = document.createElement('p');
  appendMarked(words, excerpt(found), found.terms);
  option.append(title, page, words);
  return option;
}

interface Parts {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  /** Below the field: the results, or why there are none. */
  readonly box: HTMLElement;
  readonly list: HTMLElement;
  readonly none: HTMLElement;
  /** Read aloud. */
  readonly status: HTMLElement;
}

/** The list of results: what is in it, and which is chosen. */
function createResults({ input, box, list, none, status }: Parts) {
  let options: HTMLAnchorElement[] = [];
  let chosen = 0;
  const open = (isOpen: boolean) => {
    box.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen && options.length > 0));
    if (!isOpen || options.length === 0) input.removeAttribute('aria-activedescendant');
  };
  const choose = (at: number) => {
    chosen = (at + options.length) % options.length;
    for (const [index, option] of options.entries())
      option.setAttribute('aria-selected', String(index === chosen));
    const option = options[chosen];
    if (!option) return;
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };
  const say = (text: string) => {
    none.textContent = text;
    none.hidden = text === '';
  };
  return {
    isOpen: () => !box.hidden,
    close: () => open(false),
    chosen: () => (box.hidden ? undefined : options[chosen]),
    move: (by: number) => choose(chosen + by),
    show(found: readonly Found[]) {
      options = found.map(renderOption);
      list.replaceChildren(...options);
      list.hidden = options.length === 0;
      say(options.length === 0 ? 'Nothing found.' : '');
      status.textContent = options.length === 1 ? '1 result' : `${options.length} results`;
      open(true);
      if (options.length > 0) choose(0);
    },
    fail() {
      options = [];
      list.hidden = true;
      say('The search did not load. Type again to retry.');
      open(true);
    },
  };
}

/** The parts of the field, which every page of the documentation has. */
function findParts(): Parts {
  const find = <T extends HTMLElement>(selector: string): T => {
    const element = document.querySelector<T>(`.search${selector}`);
    if (!element) throw new Error(`The page has no .search${selector}`);
    return element;
  };
  return {
    form: find(''),
    input: find(' input'),
    box: find(' .found-box'),
    list: find(' [role="listbox"]'),
    none: find(' .none'),
    status: find(' [role="status"]'),
  };
}

/** The field in the bar: `/` focuses it, arrows choose, and Enter opens. */
export function startSearch(): void {
  const parts = findParts();
  const { form, input } = parts;
  const results = createResults(parts);
  let loading: Promise<MiniSearch<Findable>> | undefined;
  const load = () => {
    loading ??= loadIndex(form.dataset.index ?? '');
    return loading;
  };
  const search = async () => {
    const index = await load().catch(() => undefined);
    // Readers who left the field meanwhile don’t want results over the page.
    if (document.activeElement !== input) return;
    const query = input.value.trim();
    if (!index) {
      loading = undefined;
      results.fail();
    } else if (query === '') results.close();
    else results.show(index.search(query).slice(0, MOST_RESULTS) as Found[]);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => results.move(1),
    ArrowUp: () => results.move(-1),
    Escape: results.close,
  };

  form.hidden = false;
  // Typing searches, and says if it did not load.
  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', search);
  input.addEventListener('keydown', event => {
    const act = keys[event.key];
    if (!act || !results.isOpen()) return;
    event.preventDefault();
    act();
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    results.chosen()?.click();
  });
  // A result may be on this page.
  form.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[role="option"]')) results.close();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) results.close();
  });
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return;
    event.preventDefault();
    input.select();
    input.focus();
  });
}

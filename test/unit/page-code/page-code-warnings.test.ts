import { describe, expect, it } from '@jest/globals';
import { TOUR } from '../../../core/agents/tour.ts';
import { findPageCodeProblem } from '../../../core/page-code/page-code.ts';
import { findPageCodeWarnings } from '../../../core/page-code/page-code-warnings.ts';
import { templates } from '../../../core/page-code/templates/templates.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';

const page = (body: string): string => `function GeneratedWaitlist(props) {\n${body}\n}`;
const warningsIn = (body: string): string[] => findPageCodeWarnings(page(body));

describe('findPageCodeWarnings', () => {
  it.each<[string, string[]]>([
    ['const [a] = useState(0);', ['useState is not defined (line 2, column 13)']],
    ['return React.createElement(Card);', ['Card is not defined (line 2, column 28)']],
    ['process.env.KEY; require("fs"); _.map([]);', ['process', 'require', '_']],
    ['{ let inner = 1; } return inner;', ['inner']],
    ['fetch("/x");', ['fetch does not work, because page code has no network (line 2, column 1)']],
    ['window.fetch("/x"); self["fetch"]("/y");', ['fetch']],
    [
      'new XMLHttpRequest(); new WebSocket("wss://x.test"); navigator.sendBeacon("/x");',
      ['XMLHttpRequest', 'WebSocket', 'sendBeacon'],
    ],
    [
      'localStorage.setItem("a", "b");',
      ['localStorage does not work, because page code has no storage (line 2, column 1)'],
    ],
    [
      'document.cookie = "a=b"; globalThis.sessionStorage.a; indexedDB.open("x");',
      ['cookie', 'sessionStorage', 'indexedDB'],
    ],
    ['a1; a2; a1;', ['a1', 'a2']],
  ])('warns about %s', (body, expected) => {
    expect(findPageCodeProblem(page(body))).toBeNull();
    expect(warningsIn(body).map((warning, index) => warning.slice(0, expected[index]?.length))).toEqual(
      expected,
    );
  });

  it.each([
    'const h = React.createElement; const { useState, useEffect } = React; useState(0); return h("p", null, props.waitlist.name);',
    'new Intl.NumberFormat("de").format(1); structuredClone({}); queueMicrotask(() => {}); crypto.randomUUID();',
    'const [n, set] = React.useState(0); React.useEffect(() => { const t = setInterval(() => set(c => c + 1), 1000); return () => clearInterval(t); }, []);',
    'new FormData(document.forms[0]); addEventListener("resize", () => {}); matchMedia("(min-width: 1px)").matches;',
    'requestAnimationFrame(() => {}); new IntersectionObserver(() => {}); new URLSearchParams(location.search); performance.now();',
    'if (typeof gtag === "function") gtag("x"); if (typeof fetch === "undefined") return null;',
    'counter = 0; counter += 1; return counter;',
    'function fetch() {} fetch(); const localStorage = new Map(); localStorage.get("a");',
    'const store = { fetch() {}, cookie: 1 }; store.fetch(); store.cookie; const document = {}; document.cookie;',
    'if (props.referredBy) { function inner() {} } inner();',
    'arguments.length; undefined; NaN; Infinity; globalThis.name; new Image(); alert(1); ReactDOM;',
    'with (props) { waitlist; }',
    'try { risky(); } catch { } function risky() {} label: for (;;) break label; class A { static #x = 1; get x() { return A.#x; } }',
  ])('does not warn about %s', body => {
    expect(warningsIn(body)).toEqual([]);
  });

  it('does not warn about our own pages', () => {
    expect(findPageCodeWarnings(templates.door)).toEqual([]);
    const tour = TOUR.flatMap(({ arguments: { reactCode } }) =>
      typeof reactCode === 'string' ? [reactCode] : [],
    );
    expect(tour).toHaveLength(1);
    for (const code of tour) expect(findPageCodeWarnings(code)).toEqual([]);
  });

  it.each([
    ['many names in nested scopes', `${'{let x;'.repeat(150)}${'a;'.repeat(22_000)}${'}'.repeat(150)}`],
    ['many names', Array.from({ length: 7_000 }, (_, n) => `a${n};`).join('')],
    ['more code than is read', 'a;'.repeat(99_000)],
  ])('is quick about %s, and brief', (_what, body) => {
    const cost = cpuMilliseconds(() => expect(warningsIn(body).length).toBeLessThanOrEqual(20));
    expect(cost).toBeLessThan(5_000);
  });
});

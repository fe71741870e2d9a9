import { describe, expect, it } from '@jest/globals';
import { documentAt, isPage, tidyPath } from '../../../lib/edge/tidy-path.js';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { verifies } from '../../support/verifies.ts';

const TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';

describe('tidyPath', () => {
  it.each([
    ['/w/hello/', '/w/hello'],
    ['//w//hello', '/w/hello'],
    ['/W/HELLO', '/w/hello'],
    ['/w/%48ello', '/w/hello'],
    ['/w/hello%2Dworld', '/w/hello-world'],
    ['/w/hello.', '/w/hello'],
    ['/w/hello%20', '/w/hello'],
    ['/w/%E2%80%8Bhello%C2%A0', '/w/hello'],
    ['/w/Hello/Signups/', '/w/hello/Signups'],
    ['/w/HELLO/embed.json', '/w/hello/embed.json'],
    ...['.', '>', ')', '%3E', '%29.', '%22', ',', '!', '%E2%80%9D', '/', '//'].map(end => [
      `/s/${TOKEN}${end}`,
      `/s/${TOKEN}`,
    ]),
    [`/s/(${TOKEN})`, `/s/${TOKEN}`],
    [`/s/${TOKEN}.json/`, `/s/${TOKEN}.json`],
    [`/C/${TOKEN}/`, `/c/${TOKEN}`],
    [`/u/${TOKEN}%3e`, `/u/${TOKEN}`],
    ['/docs/', '/docs'],
    ['/DOCS', '/docs'],
    ['/docs/webhooks/', '/docs/webhooks'],
    ['/changelog/', '/changelog'],
    ['/embed.js/', '/embed.js'],
    ['/sign-in/', '/sign-in'],
    ['/dashboard/waitlists/x/', '/dashboard/waitlists/x'],
    ['/api/mcp/mcp/', '/api/mcp/mcp'],
    ['//api/v1/me', '/api/v1/me'],
    [
      '/.well-known/oauth-protected-resource/api/mcp/mcp/',
      '/.well-known/oauth-protected-resource/api/mcp/mcp',
    ],
  ])(`reads %s as %s${verifies('http.pages-redirect', 'http.programs-answered')}`, (path, tidy) => {
    expect(tidyPath(path)).toBe(tidy);
    expect(tidyPath(tidy)).toBe(tidy);
  });

  it.each([
    '/',
    '//',
    '//evil.example/',
    '/\\evil.example/',
    '/w',
    `/s/${TOKEN}`,
    '/w/my_list',
    '/w/a%20b',
    '/w/%',
    '/w/%FF%FE',
    '/w/%00',
    '/w/..',
    '/api/v1/waitlists//entries',
    '/api/v1/waitlists/My-List',
    '/_page/x/',
    '/unknown/',
  ])('leaves %s as it is', path => {
    expect(tidyPath(path)).toBe(path);
  });

  it('is quick for a long path', () => {
    const cost = cpuMilliseconds(() => {
      tidyPath(`/w/${'.'.repeat(16_000)}a${'/'.repeat(16_000)}`);
      tidyPath(`/api${'/'.repeat(16_000)}a`);
    });
    expect(cost).toBeLessThan(300);
  });
});

it('leaves the ending of a place as JSON alone', () => {
  expect(tidyPath(`/s/${TOKEN}..json`)).toBe(`/s/${TOKEN}.json`);
  expect(tidyPath('/s/%00.json')).toBe('/s/%00.json');
});

describe('documentAt', () => {
  it.each([
    ['/docs/webhooks', 'text/markdown, text/html, */*', '/docs/webhooks.md'],
    ['/changelog', 'text/markdown', '/changelog.md'],
    ['/docs/webhooks', 'text/html, */*', '/docs/webhooks'],
    ['/docs/webhooks', '', '/docs/webhooks'],
    ['/docs', 'text/markdown', '/docs'],
    ['/docs/docs.0123456789abcdef.css', 'text/markdown', '/docs/docs.0123456789abcdef.css'],
    ['/docs/webhooks.md', 'text/markdown', '/docs/webhooks.md'],
    ['/w/hello', 'text/markdown', '/w/hello'],
  ])(`answers %s for %s with %s${verifies('docs.markdown')}`, (path, accept, document) => {
    expect(documentAt(path, accept)).toBe(document);
  });
});

describe('isPage', () => {
  it('tells what people read from what programs ask for', () => {
    expect(['/w/hello', `/s/${TOKEN}`, '/docs'].every(path => isPage('GET', path))).toBe(true);
    expect(isPage('POST', '/w/hello/signups')).toBe(false);
    for (const path of ['/api/v1', `/s/${TOKEN}.json`, '/w/x/embed.json', '/llms.txt'])
      expect(isPage('GET', path)).toBe(false);
  });
});

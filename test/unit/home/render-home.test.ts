import { expect, it } from '@jest/globals';
import { renderHome } from '../../../core/home/render-home.ts';

const html = renderHome({
  site: {
    baseUrl: 'https://anteroom.example',
    licensePriceUsd: 79,
    proPriceUsd: 1_299,
    allowInsecureLoopback: false,
  },
  assets: {
    shellJs: '/_page/shell.1.js',
    placeJs: '/_page/status.1.js',
    css: '/_page/shell.2.css',
    frameHtml: '/_page/frame.3.html',
    runtimeJs: '/_page/runtime.4.js',
    placeCss: '/place.css',
    questionsCss: '/questions.css',
    icon: '/_page/icon.5.svg',
    homeCss: '/_page/home.6.css',
    homeJs: '/_page/home.7.js',
    homeCard: '/_page/card.8.png',
  },
});

const row = (label: string): string[] => {
  const [, cells = ''] = new RegExp(`<tr><th scope="row">${label}</th>(.*)</tr>`).exec(html) ?? [];
  return [...cells.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''));
};

it('shows the prices of this site and the limits of the plans', () => {
  expect(html).toContain('$1,299');
  expect(html).toContain('$79');
  expect(row('Waitlists')).toEqual(['20', '1,000']);
  expect(row('Images')).toEqual(['100 MB', '5 GB']);
  expect(row('AI pages a month')).toEqual(['3', '100']);
  expect(row('Your own database')).toEqual(['–', 'Included']);
  expect(row('Custom domains')).toEqual(['–', '50']);
});

it('tells search engines and social networks what it is, with absolute URLs', () => {
  expect(html).toContain('<link rel="canonical" href="https://anteroom.example/">');
  expect(html).toContain('<meta property="og:image" content="https://anteroom.example/_page/card.8.png">');
  const [, description = ''] = /<meta name="description" content="([^"]*)">/.exec(html) ?? [];
  expect(description.length).toBeGreaterThan(50);
  expect(description.length).toBeLessThanOrEqual(160);
});

it('has nothing inline, which its policy would block', () => {
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src=)/);
});

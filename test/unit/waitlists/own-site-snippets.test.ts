import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { embedSnippet, fetchSnippet, formSnippet } from '../../../core/waitlists/own-site-snippets.ts';

const docs = readFileSync(join(import.meta.dirname, '../../../docs/own-site.md'), 'utf8');
const rockets = { baseUrl: 'https://anteroom.example', slug: 'rockets' };

it('the embed in the documentation is the one that the dashboard gives', () => {
  expect(docs).toContain(`\`\`\`html\n${embedSnippet(rockets)}\n\`\`\``);
});

it('the form in the documentation is the one that the dashboard gives', () => {
  const form = formSnippet({ ...rockets, redirectUrl: 'https://rocket.example/thanks' });
  expect(docs).toContain(`\`\`\`html\n${form}\n\`\`\``);
});

it('a form without a page to lead to has no such field', () => {
  expect(formSnippet({ ...rockets, redirectUrl: null })).not.toContain('redirectUrl');
});

it('the url of a form cannot end its attribute', () => {
  const form = formSnippet({ ...rockets, redirectUrl: 'https://rocket.example/"><script>' });
  expect(form).not.toContain('<script>');
});

it('the function posts to the waitlist', () => {
  expect(fetchSnippet(rockets)).toContain("fetch('https://anteroom.example/w/rockets/signups'");
});

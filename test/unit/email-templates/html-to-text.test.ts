import { describe, expect, it } from '@jest/globals';
import { htmlToText } from '../../../lambdas/services/html-to-text.ts';

describe('the plain text of a template', () => {
  it.each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])('keeps the variables in <%s> as they are', tag => {
    const text = htmlToText(`<html><body><${tag}>You are #{{position}}</${tag}></body></html>`);
    expect(text).toBe('You are #{{position}}');
  });

  it.each([
    '<div style="display:none;max-height:0">{{position}} in line</div>',
    '<div style="max-height: 0; display: none">{{position}} in line</div>',
    '<img src="https://example.com/logo.png" alt="">',
  ])('leaves out what readers of the email do not see (%s)', unseen => {
    expect(htmlToText(`<html><body>${unseen}<p>Hello</p></body></html>`)).toBe('Hello');
  });

  it('has a link once, and its text where that says something else', () => {
    const link = (text: string) => htmlToText(`<a href="{{referralLink}}">${text}</a>`);
    expect(link('{{referralLink}}')).toBe('{{referralLink}}');
    expect(link('Your link')).toBe('Your link [{{referralLink}}]');
  });

  it.each(['a', 'table', 'b', 'div'])('survives elements <%s> that are never closed', tag => {
    const unclosed = `<${tag}>`.repeat(Math.floor(99_000 / (tag.length + 2)));
    const text = htmlToText(`<html><body><p>Hello</p>${unclosed}</body></html>`);
    expect(text.trim()).toMatch(/^Hello/);
  });
});

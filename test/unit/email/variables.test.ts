import { describe, expect, it } from '@jest/globals';
import { renderTemplate } from '../../../core/email/render-template.ts';
import { unknownVariables } from '../../../core/email/variables.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { verifies } from '../../support/verifies.ts';

const values = {
  waitlistName: 'A & B <i>\r\nBcc: x@example.com',
  description: '"quoted" {{position}}',
  position: '128',
  referralLink: 'https://anteroom.example/w/a?ref=1&x=2',
  name: 'Ada',
  statusLink: 'https://anteroom.example/s/token',
};

describe('a template with the values of a signup', () => {
  const email = renderTemplate(
    'ada@example.com',
    {
      subject: '{{waitlistName}}: you are {{ position }}',
      html: '<!doctype html><html><head></head><body><p title="{{description}}">{{ waitlistName }} <a href="{{referralLink}}">link</a> {{unknown}}</p></body></html>',
      text: '{{waitlistName}} {{referralLink}}',
    },
    values,
    {
      language: 'en',
      waitlistName: 'A',
      pageUrl: 'https://anteroom.example/w/a',
      stopUrl: 'https://anteroom.example/u/x',
    },
  );

  it(`escapes them in the HTML, and never expands a value again${verifies('templates.values-escaped-in-html')}`, () => {
    expect(email.html).toContain(
      '<p title="&quot;quoted&quot; {{position}}">A &amp; B &lt;i&gt;\r\nBcc: x@example.com <a href="https://anteroom.example/w/a?ref=1&amp;x=2">link</a> {{unknown}}</p>',
    );
  });

  it(`keeps the subject on one line${verifies('templates.values-without-line-breaks-in-subject')}`, () => {
    expect(email.subject).toBe('A & B <i> Bcc: x@example.com: you are 128');
  });

  it('leaves plain text as it is', () => {
    expect(email.text).toContain(`${values.waitlistName} ${values.referralLink}\n\n`);
  });
});

describe('unknownVariables', () => {
  it('takes time in proportion to the text, whatever it is', () => {
    const text = `{{${' '.repeat(100_000)}`;
    const cost = cpuMilliseconds(() => expect(unknownVariables(text.repeat(3), [])).toEqual([]));
    expect(cost).toBeLessThan(2_000);
  });

  it('names each once, in order', () => {
    expect(
      unknownVariables('{{position}} {{email}} {{ phone }} {{email}} {{}} { {x} } {{constructor}}', [
        'position',
      ]),
    ).toEqual(['email', 'phone', '', 'constructor']);
  });
});

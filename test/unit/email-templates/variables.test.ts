import { describe, expect, it } from '@jest/globals';
import { renderTemplate } from '../../../core/email-templates/render-template.ts';
import { unknownVariables } from '../../../core/email-templates/variables.ts';
import { verifies } from '../../support/verifies.ts';

const values = {
  waitlistName: 'A & B <i>\r\nBcc: x@example.com',
  description: '"quoted" {{position}}',
  position: '128',
  referralLink: 'https://anteroom.example/w/a?ref=1&x=2',
};

describe('a template with the values of a signup', () => {
  const email = renderTemplate(
    'ada@example.com',
    {
      subject: '{{waitlistName}}: you are {{ position }}',
      html: '<p title="{{description}}">{{waitlistName}} <a href="{{referralLink}}">link</a> {{unknown}}</p>',
      text: '{{waitlistName}} {{referralLink}}',
    },
    values,
  );

  it(`escapes them in the HTML, and never expands a value again${verifies('templates.values-escaped-in-html')}`, () => {
    expect(email.html).toBe(
      '<p title="&quot;quoted&quot; {{position}}">A &amp; B &lt;i&gt;\r\nBcc: x@example.com <a href="https://anteroom.example/w/a?ref=1&amp;x=2">link</a> {{unknown}}</p>',
    );
  });

  it(`keeps the subject on one line${verifies('templates.values-without-line-breaks-in-subject')}`, () => {
    expect(email.subject).toBe('A & B <i> Bcc: x@example.com: you are 128');
  });

  it('leaves plain text as it is', () => {
    expect(email.text).toBe(`${values.waitlistName} ${values.referralLink}`);
  });
});

describe('unknownVariables', () => {
  it('names each once, in order', () => {
    expect(
      unknownVariables('{{position}} {{email}} {{ name }} {{email}} {{}} { {x} } {{constructor}}'),
    ).toEqual(['email', 'name', '', 'constructor']);
  });
});

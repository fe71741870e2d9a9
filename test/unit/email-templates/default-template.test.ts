import { describe, expect, it } from '@jest/globals';
import { parse, serialize } from 'parse5';
import { composeConfirmation } from '../../../core/email-templates/compose-confirmation.ts';
import { renderConfirmationTemplate } from '../../../core/email-templates/confirmation-email.ts';
import { Html, Subject } from '../../../core/email-templates/content.ts';
import { htmlToText } from '../../../lambdas/services/html-to-text.ts';
import { verifies } from '../../support/verifies.ts';

const LOOKS = [
  { design: {}, referralEnabled: false, referralBoost: 1 },
  {
    design: { brandColor: '#ff5a1f', logoUrl: 'https://example.com/logo.png?a&b' },
    referralEnabled: true,
    referralBoost: 3,
  },
];

const facts = {
  to: 'ada@example.com',
  language: 'en' as const,
  waitlistName: 'Rockets & <Sons>',
  position: 128,
  pageUrl: 'https://anteroom.example/w/rockets',
  referralLink: 'https://anteroom.example/w/rockets?ref=abc',
  statusUrl: 'https://anteroom.example/s/token',
  stopUrl: 'https://anteroom.example/u/token',
};

/** The head and the card of an email, which is all but the note at its end. */
function parts(html: string): unknown[] {
  const normal = serialize(parse(html));
  return [/<title>.*?<\/style>/s, /<table role="presentation" class="card".*?<\/table>/s].map(
    part => part.exec(normal)?.[0],
  );
}

describe('the template that the default email starts as', () => {
  it.each(LOOKS)(
    `keeps our rules, and sends the default email with a greeting${verifies('templates.start-from-default')} %#`,
    look => {
      const template = renderConfirmationTemplate({ ...look, language: 'en' });
      expect(Subject().parse(template.subject)).toBe(template.subject);
      expect(Html().parse(template.html)).toBe(template.html);
      expect(template.html).not.toContain('rockets');

      const { design, referralEnabled, referralBoost } = look;
      const place = { ...facts, design, referralBoost: referralEnabled ? referralBoost : null };
      const signup = { name: 'Ada', description: null, language: null };
      const own = composeConfirmation(place, { ...template, text: htmlToText(template.html) }, signup);
      const usual = composeConfirmation(place, null, signup);
      expect(own.subject).toBe(usual.subject);
      expect(parts(usual.html)).toEqual([expect.any(String), expect.stringContaining('Rockets &amp;')]);
      expect(parts(own.html.replace('Hi Ada, you’re on', 'You’re on'))).toEqual(parts(usual.html));
      for (const text of ['Hi Ada, you’re on the list for', '#128', facts.statusUrl, facts.referralLink])
        expect(own.text).toContain(text);
    },
  );
});

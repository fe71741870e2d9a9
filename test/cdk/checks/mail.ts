import { describe, expect, it } from '@jest/globals';
import { EmailFeedback } from '../../../core/email/suppression.ts';
import { verifies } from '../../support/verifies.ts';
import { allowed, type Data, list, readJson, resources, type Synthesized, target } from '../assembly.ts';
import { bounceDetail, complaintDetail, sesEvent } from '../recorded-events.ts';

const SET = 'our-configuration-set';
const WAITLIST = '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e';
const DIGEST = '0123456789abcdef'.repeat(4);

const tagsOf = ({ set = SET, tags = {} }: Data = {}) => ({
  'ses:configuration-set': [set],
  recipient: [DIGEST],
  waitlist: [WAITLIST],
  ...tags,
});
const bounce = (bounceType: string, options?: Data): Data =>
  sesEvent('Email Bounced', 'Bounce', bounceDetail(bounceType), tagsOf(options));
const complaint = (kind?: string): Data =>
  sesEvent('Email Complaint Received', 'Complaint', complaintDetail(kind), tagsOf());

/** Whether a rule of a pattern's leaf matches a value, as in EventBridge. */
function takes(rule: Data, value: Data): boolean {
  if (rule?.exists !== undefined) return rule.exists === (value !== undefined);
  if (value === undefined) return false;
  if (rule?.['anything-but']) return !list(rule['anything-but']).includes(value);
  return rule === value || (rule?.Ref?.startsWith('MailConfiguration') && value === SET);
}

const matches = (pattern: Data, value: Data): boolean =>
  Object.entries<Data>(pattern).every(([key, rules]) => {
    const found = value?.[key];
    if (!Array.isArray(rules)) return matches(rules, found);
    return rules.some(rule =>
      (Array.isArray(found) ? found : [found]).some((each: Data) => takes(rule, each)),
    );
  });

/** What EventBridge would put in the queue: each `<name>` of the template is a value as JSON. */
function transform({ InputPathsMap, InputTemplate }: Data, source: Data): string {
  return InputTemplate.replace(/<([\w-]+)>/g, (_: string, name: string) => {
    const path = InputPathsMap[name].replace(/^\$\./, '').split('.');
    return JSON.stringify(path.reduce((value: Data, member: string) => value?.[member], source));
  });
}

/** How bounces and complaints come back. */
export function checkMail(synthesized: Synthesized): void {
  describe('the feedback of SES', () => {
    const rules = () =>
      resources(synthesized.production, 'AWS::Events::Rule').filter(
        ({ Properties }) => Properties.EventPattern,
      );
    const messages = (source: Data): string[] =>
      rules()
        .filter(({ Properties }) => matches(Properties.EventPattern, source))
        .flatMap(({ Properties }) =>
          Properties.Targets.map((each: Data) => transform(each.InputTransformer, source)),
        );

    it.each([
      ['bounce', bounce('Permanent')],
      ['complaint', complaint('abuse')],
      ['complaint', complaint()],
    ])('becomes a message without the address: a %s', (reason, source) => {
      const [message = '', ...others] = messages(source);
      expect(others).toEqual([]);
      expect(message).not.toContain('ada@example.com');
      expect(EmailFeedback().parse(JSON.parse(message))).toEqual({
        reason,
        recipient: Buffer.from(DIGEST, 'hex'),
        waitlist: WAITLIST,
        at: new Date('2026-01-02T03:04:05Z'),
      });
    });

    it.each([
      ['a temporary bounce', bounce('Transient')],
      ['a bounce of an unknown kind', bounce('Undetermined')],
      ['a "not spam" report', complaint('not-spam')],
      ['an email from another service of the account', bounce('Permanent', { set: 'another-set' })],
      ['an email without a recipient tag', bounce('Permanent', { tags: { recipient: undefined } })],
      ['an event from another source', { ...bounce('Permanent'), source: 'custom.ses' }],
      ['another event', { ...bounce('Permanent'), 'detail-type': 'Email SendResult' }],
    ])('ignores %s', (_case, source) => {
      expect(messages(source)).toEqual([]);
    });

    it(`can only come from these rules${verifies('email.feedback-authentic')}`, () => {
      for (const each of synthesized.both()) {
        const queue = resources(each, 'AWS::SQS::Queue').find(
          ({ id, Properties }) => id.startsWith('MailFeedback') && Properties.RedrivePolicy,
        );
        const policies = resources(each, 'AWS::SQS::QueuePolicy').filter(({ Properties }) =>
          Properties.Queues.some((one: Data) => target(one) === queue?.id),
        );
        const allowances = policies
          .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
          .filter(({ Effect }: Data) => Effect === 'Allow');
        expect(allowances).toHaveLength(2);
        for (const { Principal, Condition } of allowances) {
          expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
          expect(target(Condition.ArnEquals['aws:SourceArn'])).toMatch(/^MailFeedback(Bounces|Complaints)/);
        }
        const senders = allowed(each).filter(
          ({ Action, Resource }) =>
            list(Action).includes('sqs:SendMessage') && JSON.stringify(Resource).includes('MailFeedback'),
        );
        expect(senders).toEqual([]);
        // Nothing may put events on a bus.
        expect(allowed(each).filter(({ Action }) => list(Action).includes('events:PutEvents'))).toEqual([]);
      }
    });

    it('returns bounces to a part of the sender’s own domain, and prints the records for it', () => {
      const [identity] = resources(synthesized.elsewhere, 'AWS::SES::EmailIdentity');
      expect(identity?.Properties.MailFromAttributes).toMatchObject({
        MailFromDomain: 'bounce.anteroom.app',
      });
      const { Outputs } = readJson(synthesized.elsewhere, 'AnteroomMessagingProduction.template.json');
      const outputs = Object.values<Data>(Outputs).map(({ Value }) => Value);
      expect(outputs).toEqual(
        expect.arrayContaining([
          'bounce.anteroom.app MX 10 feedback-smtp.eu-central-1.amazonses.com',
          'bounce.anteroom.app TXT "v=spf1 include:amazonses.com ~all"',
        ]),
      );
      // An address alone is nobody's domain.
      const [address] = resources(synthesized.development, 'AWS::SES::EmailIdentity');
      expect(address?.Properties.MailFromAttributes).toBeUndefined();
    });

    it('leaves SES’s own suppression on', () => {
      for (const each of synthesized.both()) {
        const [set] = resources(each, 'AWS::SES::ConfigurationSet');
        expect(set?.Properties.SuppressionOptions).toEqual({ SuppressedReasons: ['BOUNCE', 'COMPLAINT'] });
        const [destination] = resources(each, 'AWS::SES::ConfigurationSetEventDestination');
        expect(destination?.Properties.EventDestination).toMatchObject({
          Enabled: true,
          MatchingEventTypes: ['bounce', 'complaint'],
        });
      }
    });
  });
}

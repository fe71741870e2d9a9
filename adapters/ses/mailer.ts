import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../../core/email/email.ts';
import { EMAIL_TAGS, NO_WAITLIST } from '../../core/email/suppression.ts';
import { ownSender, waitlistSender } from '../../core/email/waitlist-sender.ts';
import { clientSettings, timeouts } from '../aws-client.ts';
import { toMailerError } from './refusal.ts';

interface SesMailerOptions {
  readonly region: string;
  /** Only for stand-ins of SES. */
  readonly endpoint?: string | undefined;
  readonly from: string;
  readonly configurationSet?: string | undefined;
}

/** Marks a message as automatic, so that mail programs do not auto-reply. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** {@link Mailer} on Amazon SES. */
export function createSesMailer({ region, endpoint, from, configurationSet }: SesMailerOptions): Mailer {
  const client = new SESv2Client({
    ...clientSettings({ region, endpoint }),
    // The outbox retries, with longer pauses than the client would.
    maxAttempts: 1,
    requestHandler: timeouts({ connectMs: 3_000, answerMs: 8_000 }),
  });

  return {
    async send(email, { emailDigest, waitlistId }) {
      const { to, waitlistName, sender, replyTo, subject, html, text, headers } = email;
      const ours = waitlistName === undefined ? from : waitlistSender(from, waitlistName);
      try {
        await client.send(
          new SendEmailCommand({
            FromEmailAddress: sender ? ownSender(sender) : ours,
            Destination: { ToAddresses: [to] },
            ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
            // Bounces and complaints return these tags, which identify the recipient without an address.
            EmailTags: [
              { Name: EMAIL_TAGS.recipient, Value: emailDigest.toString('hex') },
              { Name: EMAIL_TAGS.waitlist, Value: waitlistId ?? NO_WAITLIST },
            ],
            ...(configurationSet && { ConfigurationSetName: configurationSet }),
            Content: {
              Simple: {
                Subject: { Data: subject, Charset: 'UTF-8' },
                Body: { Html: { Data: html, Charset: 'UTF-8' }, Text: { Data: text, Charset: 'UTF-8' } },
                Headers: Object.entries({ ...AUTOMATIC, ...headers }).map(([Name, Value]) => ({
                  Name,
                  Value,
                })),
              },
            },
          }),
        );
      } catch (error) {
        throw toMailerError(error);
      }
    },
  };
}

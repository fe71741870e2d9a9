import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { EmailRefusedError, type Mailer } from '../../core/email/email.ts';
import { clientSettings } from '../aws-client.ts';

interface SesMailerOptions {
  readonly region: string;
  /** Only for stand-ins of SES. */
  readonly endpoint?: string | undefined;
  readonly from: string;
  readonly configurationSet?: string | undefined;
}

/**
 * Answers that a repeat of the same message cannot change. `MessageRejected` is not among them: SES says it also while
 * our own sender is not verified, and nobody's email may be dropped for that.
 */
const PERMANENT = new Set(['BadRequestException']);

/** {@link Mailer} on Amazon SES. */
export function createSesMailer({ region, endpoint, from, configurationSet }: SesMailerOptions): Mailer {
  const client = new SESv2Client({
    ...clientSettings({ region, endpoint }),
    // The outbox repeats, with longer pauses than the client would.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 8_000 },
  });

  return {
    async send({ to, subject, html, text }) {
      try {
        await client.send(
          new SendEmailCommand({
            FromEmailAddress: from,
            Destination: { ToAddresses: [to] },
            ...(configurationSet && { ConfigurationSetName: configurationSet }),
            Content: {
              Simple: {
                Subject: { Data: subject, Charset: 'UTF-8' },
                Body: { Html: { Data: html, Charset: 'UTF-8' }, Text: { Data: text, Charset: 'UTF-8' } },
                // Mail programs file it as automatic, and do not answer it.
                Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
              },
            },
          }),
        );
      } catch (error) {
        if (error instanceof SESv2ServiceException && PERMANENT.has(error.name)) {
          throw new EmailRefusedError(error.name, { cause: error });
        }
        throw error;
      }
    },
  };
}

import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { SendQuota } from '../../core/email/email.ts';
import { clientSettings, timeouts } from '../aws-client.ts';

interface SesQuotaOptions {
  readonly region: string;
  /** Only for stand-ins of SES. */
  readonly endpoint?: string | undefined;
}

/** Reads how much email SES takes from our account. It answers about once a second. */
export function createSesQuota({ region, endpoint }: SesQuotaOptions): () => Promise<SendQuota> {
  const client = new SESv2Client({
    ...clientSettings({ region, endpoint }),
    maxAttempts: 1,
    requestHandler: timeouts({ connectMs: 2_000, answerMs: 3_000 }),
  });
  return async () => {
    const { SendQuota: quota } = await client.send(new GetAccountCommand({}));
    const { MaxSendRate: perSecond, Max24HourSend: perDay, SentLast24Hours: sentToday = 0 } = quota ?? {};
    if (!perSecond || perDay === undefined) throw new Error('SES answered without a quota');
    // SES says -1 for any number.
    return { perSecond, perDay: perDay < 0 ? null : perDay, sentToday };
  };
}

import { startSes } from '../../local/stand-ins/ses.ts';
import { answerParent } from '../child.ts';

/** The local SES, which keeps nothing: the outbox is measured, and not the disk. */
answerParent<Record<string, never>, { endpoint: string }>(async () => {
  const { endpoint } = await startSes({
    mailbox: { append: async () => {} },
    quota: { perSecond: 1_000_000, perDay: -1 },
  });
  return { endpoint };
});

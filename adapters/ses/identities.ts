import {
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { Identity, SenderIdentities } from '../../core/senders/sender-identities.ts';
import { returnPath } from '../../core/senders/sender-records.ts';
import { clientSettings, timeouts } from '../aws-client.ts';

interface SesIdentitiesOptions {
  readonly region: string;
  /** Only for stand-ins of SES. */
  readonly endpoint?: string | undefined;
  /** Marks the identities that this deployment created. */
  readonly tag: { readonly name: string; readonly value: string };
}

/** Where SES publishes DKIM keys, unless it says otherwise. */
const DKIM_ZONE = 'dkim.amazonses.com';

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

function toIdentity({
  DkimAttributes: dkim,
  MailFromAttributes: mailFrom,
  VerifiedForSendingStatus: canSend = false,
}: GetEmailIdentityCommandOutput): Identity {
  return {
    tokens: dkim?.Tokens ?? [],
    zone: dkim?.SigningHostedZone ?? DKIM_ZONE,
    isVerified: canSend && dkim?.Status === 'SUCCESS' && mailFrom?.MailFromDomainStatus === 'SUCCESS',
    canSend,
    hasFailed: dkim?.Status === 'FAILED',
  };
}

/** {@link SenderIdentities} on the domain identities of Amazon SES, with Easy DKIM and a MAIL FROM of their own. */
export function createSesIdentities({ region, endpoint, tag }: SesIdentitiesOptions): SenderIdentities {
  const client = new SESv2Client({
    ...clientSettings({ region, endpoint }),
    // SES answers each of these calls about once a second. The client's own retries are spread out.
    maxAttempts: 3,
    requestHandler: timeouts({ connectMs: 2_000, answerMs: 5_000 }),
  });

  const isOurs = ({ Tags = [] }: GetEmailIdentityCommandOutput): boolean =>
    Tags.some(({ Key, Value }) => Key === tag.name && Value === tag.value);

  async function find(domain: string): Promise<GetEmailIdentityCommandOutput | null> {
    try {
      return await client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
    } catch (error) {
      if (isNamed(error, 'NotFoundException')) return null;
      throw error;
    }
  }

  /** The answer of a call that finds the identity created, or deleted, meanwhile. */
  async function unless(name: string, call: Promise<unknown>): Promise<void> {
    await call.catch((error: unknown) => {
      if (!isNamed(error, name)) throw error;
    });
  }

  /** Also starts over what SES gave up: it looks for the records for three days. */
  async function returnMail(domain: string): Promise<void> {
    await client.send(
      new PutEmailIdentityMailFromAttributesCommand({
        EmailIdentity: domain,
        MailFromDomain: returnPath(domain),
        // Mail leaves while the records are missing, and we see that they are.
        BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
      }),
    );
  }

  return {
    async claim(domain) {
      let found = await find(domain);
      if (!found) {
        const Tags = [{ Key: tag.name, Value: tag.value }];
        await unless(
          'AlreadyExistsException',
          client.send(new CreateEmailIdentityCommand({ EmailIdentity: domain, Tags })),
        );
        found = await find(domain);
        if (!found) throw new Error('SES lost an identity that it has just created');
      }
      if (!isOurs(found)) return null;
      const { MailFromDomain, MailFromDomainStatus } = found.MailFromAttributes ?? {};
      if (MailFromDomain !== returnPath(domain) || MailFromDomainStatus === 'FAILED')
        await returnMail(domain);
      return toIdentity(found);
    },

    async remove(domain) {
      const found = await find(domain);
      if (!found || !isOurs(found)) return true;
      await unless(
        'NotFoundException',
        client.send(new DeleteEmailIdentityCommand({ EmailIdentity: domain })),
      );
      return true;
    },
  };
}

import { parse } from 'tldts';
import { proofName } from '../domains/domain-claim.ts';
import type { RecordDns, RecordType } from '../domains/domain-dns.ts';
import type { SenderDetails } from './sender-store.ts';

/** A DNS record that a sender needs. */
export interface NeededRecord {
  readonly type: RecordType;
  readonly name: string;
  readonly value: string;
}

/** Whose records they are. */
export interface RecordsOf {
  readonly domain: string;
  readonly accountId: string;
  /** Where the mail service is. */
  readonly region: string;
}

/** What DNS has for the records. */
export interface RecordAnswers {
  readonly found: readonly string[];
  readonly dmarc: string | undefined;
  /** What to change first; null if all required records are there. */
  readonly reason: string | null;
  /** A name server did not answer, so nothing is known. */
  readonly isUnknown: boolean;
  /** Whose TXT record proves that the domain is theirs: values of the record's name. */
  readonly texts: readonly string[];
}

const DMARC = 'v=DMARC1; p=none;';
/**
 * Where bounces return to (MAIL FROM): as a part of the domain, SPF counts for DMARC. No other mail service suggests this label,
 * because a return path has room for one service.
 */
export const returnPath = (domain: string): string => `waitlist-mail.${domain}`;

/** The value of the TXT record that proves that a domain is the account's. */
export const proofValue = (accountId: string | null): string => `anteroom-sender=${accountId}`;

/** The records, all required but the last. */
export function recordsOf(
  { domain, accountId, region }: RecordsOf,
  { dkim, dmarc = DMARC }: SenderDetails,
): readonly NeededRecord[] {
  const path = returnPath(domain);
  return [
    { type: 'TXT', name: proofName(domain), value: proofValue(accountId) },
    ...(dkim?.tokens ?? []).map(
      (token): NeededRecord => ({
        type: 'CNAME',
        name: `${token}._domainkey.${domain}`,
        value: `${token}.${dkim?.zone}`,
      }),
    ),
    { type: 'MX', name: path, value: `10 feedback-smtp.${region}.amazonses.com` },
    { type: 'TXT', name: path, value: 'v=spf1 include:amazonses.com ~all' },
    // One record at the registered domain covers those below it.
    {
      type: 'TXT',
      name: `_dmarc.${parse(domain, { allowPrivateDomains: true }).domain ?? domain}`,
      value: dmarc,
    },
  ];
}

export const keyOf = ({ type, name }: NeededRecord): string => `${type} ${name}`;

/** SES ignores a return path with another MX record. */
const isThere = ({ type, value }: NeededRecord, values: readonly string[]): boolean =>
  type === 'TXT' ? values.includes(value) : values.length === 1 && values[0] === value;

function reasonFor(
  missing: readonly (readonly [NeededRecord, readonly string[]])[],
  total: number,
): string | null {
  const [first] = missing;
  if (!first) return null;
  const wrong = missing.find(
    ([{ type, name }, values]) => values.length > 0 && !(type === 'TXT' && name.startsWith('_')),
  );
  if (wrong) {
    const [{ type, name, value }, values] = wrong;
    return `The ${type} record of ${name} is ${values.join(', ')}. Change it to ${value}.`;
  }
  const [{ type, name }] = first;
  return missing.length === total
    ? 'Create the records at your DNS provider.'
    : `${missing.length} of ${total} required records ${missing.length === 1 ? 'is' : 'are'} missing, first the ${type} record of ${name}.`;
}

/** Looks the records up, within a few seconds. */
export async function lookUpRecords(
  dns: RecordDns,
  of: RecordsOf,
  details: SenderDetails,
): Promise<RecordAnswers> {
  const records = recordsOf(of, details);
  const answers = await Promise.all(records.map(({ type, name }) => dns.records(type, name)));
  const pairs = records.map((record, index) => [record, answers[index] ?? []] as const);
  const policy = pairs.at(-1)?.[1].find(text => /^v=DMARC1\b/i.test(text));
  const isUnknown = answers.slice(0, -1).includes(null);
  const required = pairs.slice(0, -1);
  const missing = required.filter(([record, values]) => !isThere(record, values));
  const found = required.filter(pair => !missing.includes(pair)).map(([record]) => keyOf(record));
  const advice = records.at(-1);
  return {
    // Whatever their policy says, it is theirs.
    found: policy === undefined || !advice ? found : [...found, keyOf(advice)],
    dmarc: policy,
    reason: isUnknown
      ? `The name servers of ${of.domain} are not responding. We’ll keep checking.`
      : reasonFor(missing, required.length),
    isUnknown,
    texts: answers[0] ?? [],
  };
}

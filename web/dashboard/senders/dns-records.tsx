import { Badge } from '@mantine/core';
import type { Sender } from '../api/queries.ts';
import { Copyable } from '../components/copy-button.tsx';

type DnsRecord = Sender['records'][number];

const DMARC = '_dmarc.';
const isAdvice = (name: string): boolean => name.startsWith(DMARC);

/** What a record is for. */
function purposeOf({ type, name }: DnsRecord): string {
  if (name.startsWith('_anteroom.')) return 'Proves that the domain is yours';
  if (isAdvice(name)) return 'Tells mailboxes to check who sends (DMARC)';
  if (type === 'CNAME') return 'Signs your email (DKIM)';
  return type === 'MX' ? 'Takes bounces (MAIL FROM)' : 'Lets us send (SPF)';
}

function Found({ record: { found, name } }: { readonly record: DnsRecord }) {
  if (found) return <Badge color="teal">Found</Badge>;
  return isAdvice(name) ? <Badge color="gray">Recommended</Badge> : <Badge color="yellow">Missing</Badge>;
}

/** What most providers ask for in two fields. */
const partsOf = ({ type, value }: DnsRecord): { readonly target: string; readonly priority?: string } => {
  const [priority = '', target] = value.split(' ');
  return type === 'MX' && target !== undefined ? { target, priority } : { target: value };
};

/** How many of the required records are there. */
export function countFound(records: readonly DnsRecord[]): string {
  const required = records.filter(({ name }) => !isAdvice(name));
  return `${required.filter(({ found }) => found).length} of ${required.length} records found`;
}

/** The registered domain, whose records the provider has: DMARC is always there. */
const zoneOf = (records: readonly DnsRecord[]): string | undefined =>
  records.find(({ name }) => isAdvice(name))?.name.replace(DMARC, '');

/** The DNS records to create, and which of them are there. */
export const DnsRecords = ({ records }: { readonly records: readonly DnsRecord[] }) => (
  <>
    <p className="quiet">
      <span>Does your provider add your domain to names by itself? Then leave out </span>
      <code>{`.${zoneOf(records)}`}</code>
      <span> at the end.</span>
    </p>
    <RecordList records={records} />
  </>
);

const RecordList = ({ records }: { readonly records: readonly DnsRecord[] }) => (
  <ul className="dns" aria-label="DNS records">
    {records.map((record, index) => {
      const { type, name } = record;
      const { target, priority } = partsOf(record);
      const nth = `${type} record ${index + 1}`;
      return (
        <li key={`${type} ${name}`} className="dns-record">
          <div className="dns-head">
            <span className="dns-type">{type}</span>
            <span className="dns-purpose">{purposeOf(record)}</span>
            <Found record={record} />
          </div>
          <dl className="dns-parts">
            <div>
              <dt>Name</dt>
              <dd>
                <Copyable value={name} label={`Copy name of ${nth}`} />
              </dd>
            </div>
            <div>
              <dt>Value</dt>
              <dd>
                <Copyable value={target} label={`Copy value of ${nth}`} />
                {priority && <span className="quiet">{`Priority ${priority}`}</span>}
              </dd>
            </div>
          </dl>
        </li>
      );
    })}
  </ul>
);

import { Badge } from '@mantine/core';
import type { Sender } from '../api/queries.ts';
import { Copyable } from '../components/copy-button.tsx';

type DnsRecord = Sender['records'][number];

/** What a record is for. */
function purposeOf({ type, name }: DnsRecord): string {
  if (name.startsWith('_anteroom.')) return 'Proves that the domain is yours';
  if (name.startsWith('_dmarc.')) return 'Tells mailboxes to check who sends (DMARC)';
  if (type === 'CNAME') return 'Signs your email (DKIM)';
  return type === 'MX' ? 'Takes bounces (MAIL FROM)' : 'Lets us send (SPF)';
}

function Found({ record: { found, name } }: { readonly record: DnsRecord }) {
  if (found) return <Badge color="teal">Found</Badge>;
  return name.startsWith('_dmarc.') ? (
    <Badge color="gray">Recommended</Badge>
  ) : (
    <Badge color="yellow">Missing</Badge>
  );
}

/** The DNS records to create, and which of them are there. */
export const DnsRecords = ({ records }: { readonly records: readonly DnsRecord[] }) => (
  <ul className="dns" aria-label="DNS records">
    {records.map((record, index) => {
      const { type, name, value } = record;
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
                <Copyable value={value} label={`Copy value of ${nth}`} />
              </dd>
            </div>
          </dl>
        </li>
      );
    })}
  </ul>
);

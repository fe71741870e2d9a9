import * as z from 'zod';
import { component, DateTime } from '../kernel/schemas.ts';

/** The DNS record to create. */
export const CnameRecord = () =>
  component('CnameRecord', {
    type: z.literal('CNAME'),
    name: z.string().meta({ description: 'The domain itself' }),
    value: z.string().meta({ description: 'Where it must point' }),
  });
export type CnameRecord = z.output<ReturnType<typeof CnameRecord>>;

const TxtRecord = () => z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() });

/** A waitlist's custom domain (contract section 6). */
export const Domain = () =>
  component('Domain', {
    domain: z.string().nullable().meta({ description: 'In lower case and punycode; null without a domain' }),
    state: z.enum(['none', 'verifying', 'active', 'failed']).meta({
      description: 'Poll while it is verifying. If it failed, connect the domain again to start over',
    }),
    cname: CnameRecord().nullable(),
    txt: TxtRecord().nullable().meta({
      description:
        'Another record to create, while other accounts claim the domain too: only the claim whose record is there becomes active',
    }),
    reason: z.string().nullable().meta({ description: 'What to change, or what it is waiting for' }),
    checkedAt: DateTime.nullable(),
  });
export type Domain = z.output<ReturnType<typeof Domain>>;

/** A candidate domain. */
export const DomainCheck = () =>
  component('DomainCheck', {
    domain: z.string().meta({ description: 'The normalized name that would be connected' }),
    available: z.boolean().meta({ description: 'Whether this waitlist may connect it' }),
    configured: z.boolean().meta({ description: 'Whether its public CNAME points to cname.value now' }),
    cname: CnameRecord(),
    reason: z.string().nullable().meta({ description: 'Why it is not available or not configured' }),
  });
export type DomainCheck = z.output<ReturnType<typeof DomainCheck>>;

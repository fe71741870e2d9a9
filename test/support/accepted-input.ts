import { EXAMPLE_HTML } from '../../core/email-templates/schemas.ts';
import type { Operation } from '../../core/kernel/operation.ts';

/** Valid members for every operation on a resource, so that none fails on its input. */
const ACCEPTED = {
  count: 1,
  people: [{ email: 'stolen@example.com' }],
  state: 'credited',
  url: 'https://stolen.example/',
  events: ['entry.joined'],
  name: 'Stolen',
  domain: 'stolen.test',
  dbType: 'postgres',
  connectionString: 'postgres://stolen:stolen@127.0.0.1:9/stolen',
  subject: 'Stolen',
  html: EXAMPLE_HTML,
  body: 'Stolen',
  description: 'Stolen',
  product: 'license',
  plan: { count: 1, days: ['mon'], time: '09:00', timezone: 'Europe/Berlin' },
};

/** Those of {@link ACCEPTED} that the operation has; what a `state` may be differs. */
export function acceptedBy({ name, input }: Pick<Operation, 'name' | 'input'>): Record<string, unknown> {
  const accepted = {
    ...ACCEPTED,
    ...(name.includes('webhook') && { state: name === 'update_webhook' ? 'disabled' : 'failed' }),
  };
  return Object.fromEntries(Object.entries(accepted).filter(([member]) => member in input.shape));
}

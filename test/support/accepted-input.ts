import { EXAMPLE_HTML } from '../../core/email-templates/schemas.ts';
import type { Operation } from '../../core/kernel/operation.ts';

/** Valid members for every operation on a resource, so that none fails on its input; REST ignores the others. */
export const ACCEPTED = {
  count: 1,
  state: 'credited',
  url: 'https://stolen.example/',
  events: ['entry.joined'],
  name: 'Stolen',
  domain: 'stolen.test',
  dbType: 'postgres',
  connectionString: 'postgres://stolen:stolen@127.0.0.1:9/stolen',
  subject: 'Stolen',
  html: EXAMPLE_HTML,
  description: 'Stolen',
  product: 'license',
};

/** What a `state` may be differs. */
export const acceptedBy = ({ name }: Pick<Operation, 'name'>) => ({
  ...ACCEPTED,
  ...(name.includes('webhook') && { state: name === 'update_webhook' ? 'disabled' : 'failed' }),
});

import { accountOperations } from './account/operations.ts';
import { createRegistry } from './create-registry.ts';
import { emailTemplateOperations } from './email-templates/operations.ts';
import { entryOperations } from './entries/operations.ts';
import { waitlistOperations } from './waitlists/operations.ts';

/** Every operation of the service, by domain. */
export const registry = createRegistry([
  ...accountOperations,
  ...waitlistOperations,
  ...entryOperations,
  ...emailTemplateOperations,
]);

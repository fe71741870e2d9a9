/** The confirmation email for previews, loaded when one is first shown. */

export { renderConfirmationTemplate } from '../email/confirmation-email.ts';
export { composeConfirmation } from './compose-confirmation.ts';

/** The confirmation email for previews, loaded when one is first shown. */
export { composeConfirmation } from '../email/compose-confirmation.ts';
export { renderConfirmationTemplate } from '../html/confirmation-email.ts';

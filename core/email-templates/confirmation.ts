/** The confirmation email for previews, loaded when one is first shown. */

export { composeConfirmation } from './compose-confirmation.ts';
export { renderConfirmationTemplate } from './confirmation-email.ts';

/** A failure that the person at the keyboard can mend; the message says how, and a stack would only hide it. */
export class LocalRunError extends Error {
  override readonly name = 'LocalRunError';
}

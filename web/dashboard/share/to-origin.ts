/** The origin of a pasted address, such as `rocket.example/waitlist`. What is none is left as it is, for the service to explain. */
export function toOrigin(text: string): string {
  const typed = text.trim();
  const url = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(url) ? new URL(url).origin : typed;
}

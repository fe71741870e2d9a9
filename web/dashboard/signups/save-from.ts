/** Downloads a url of ours. A link with `download` never leaves the page, even when the request fails. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  // Lets the service recognize its own link in browsers that send no Sec-Fetch headers.
  link.referrerPolicy = 'same-origin';
  link.click();
}

/**
 * Has the browser save what an address of ours answers, as it arrives. As a link with `download`, because that never
 * leaves the page: an error is then a download that failed.
 */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  // By which the service knows a link of ours where the browser says nothing else of it.
  link.referrerPolicy = 'same-origin';
  link.click();
}

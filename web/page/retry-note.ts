/** Tells the visitor that a signup is sent again, whatever shows the form: page code is not told. */
export function createRetryNote(retrying: string): { show(isRetrying: boolean): void } {
  const note = document.createElement('p');
  note.className = 'retry-note';
  note.setAttribute('role', 'status');
  document.body.append(note);
  return {
    show(isRetrying) {
      note.textContent = isRetrying ? retrying : '';
    },
  };
}

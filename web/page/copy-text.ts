/** Leaves the field selected, so that visitors can copy it themselves if the clipboard is blocked. */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}

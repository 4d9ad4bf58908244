/** What browsers keep of the time before the clipboard interface. */
interface OldCommands {
  execCommand: (command: 'copy') => boolean;
}

/**
 * Copies the text of a field to the clipboard.
 * @returns false where the browser allows it in no way; the text is selected then, so that the person can copy it by keyboard
 */
export async function copyTextOf(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    // Absent where the page is not served by https, and rejected without the right to the clipboard.
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return copySelected(field);
  }
}

function copySelected(field: HTMLTextAreaElement): boolean {
  const focused = document.activeElement;
  field.focus();
  field.select();
  const isCopied = (document as OldCommands).execCommand('copy');
  if (isCopied && focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

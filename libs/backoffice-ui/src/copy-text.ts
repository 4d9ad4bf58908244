/** The deprecated way to copy, which browsers still support. */
interface OldCommands {
  execCommand: (command: 'copy') => boolean;
}

/**
 * Copies the text of a field to the clipboard.
 * @returns false if the browser does not allow it; the text is then selected, so that the user can copy it by keyboard
 */
export async function copyTextOf(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    // Absent without https; rejects without permission for the clipboard.
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

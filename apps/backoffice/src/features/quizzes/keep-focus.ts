/** Moves something in the page. The browser takes the focus from what is moved, so it is given back. */
export function keepFocus(move: () => void): void {
  const focused = document.activeElement;
  move();
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
}

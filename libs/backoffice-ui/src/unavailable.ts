/**
 * Attributes of a button that does nothing yet. Unlike a `disabled` one it keeps the focus, the keyboard reaches it, and a screen reader says why.
 * @param reasonId id of the element that says why
 */
export const unavailable = (reasonId: string) => ({
  'data-disabled': true,
  'aria-disabled': true,
  'aria-describedby': reasonId,
});

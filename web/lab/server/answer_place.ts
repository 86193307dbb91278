/** The section with the answer about the server. */
export const ANSWER = 'lab-answer';

/**
 * Scrolls to the beginning of the answer, where there is one, and puts the keyboard's focus there.
 */
export function toAnswer(): void {
  const answer = document.getElementById(ANSWER);
  answer?.focus({ preventScroll: true });
  answer?.scrollIntoView({ block: 'start' });
}

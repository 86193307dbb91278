/** The section that says what the points make of the server. */
export const ANSWER = 'lab-answer';

/** Shows the answer from its beginning, where there is one, and goes on from there by keyboard. */
export function toAnswer(): void {
  const answer = document.getElementById(ANSWER);
  answer?.focus({ preventScroll: true });
  answer?.scrollIntoView({ block: 'start' });
}

import { createRoot } from 'react-dom/client';
import { isServed } from './live/class_server';
import { JoinView } from './live/join_view';
import { preferredLanguage, setLanguage, wordsOfParts } from './ui/i18n';

/** Turns this page into that of a phone in a class. */
export async function start(root: HTMLElement): Promise<void> {
  await setLanguage(preferredLanguage(navigator.languages));
  await wordsOfParts();
  createRoot(root).render(<JoinView served={isServed()} />);
}

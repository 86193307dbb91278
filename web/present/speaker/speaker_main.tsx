import { createRoot } from 'react-dom/client';
import { SpeakerApp } from './speaker_app';
import { linkSpeaker } from './speaker_link';

/** Makes this window the speaker's, for the screen that the pair's name identifies. */
export function startSpeaker(root: HTMLElement, id: string): void {
  document.documentElement.dataset.theme = 'dark';
  document.documentElement.dataset.layout = 'desk';
  const link = linkSpeaker(id, window.opener as Window | null);
  // The screen has ended it: a window that a script opened can be closed by one.
  link.store.subscribe(({ company }) => company === 'ended' && window.close());
  createRoot(root).render(<SpeakerApp link={link} />);
}

import { createRoot } from 'react-dom/client';
import { App } from './app';
import { createStageEngine } from './engine/stage/create_stage_engine';
import { library } from './lectures/library';
import { speakerId } from './present/open_speaker';
import { watchReleases } from './store/page/release';
import { createServices } from './store/page/services';
import { preferredLanguage, setLanguage } from './ui/i18n';
import './ui/base.css';
import './ui/controls.css';
import './ui/shell.css';
import './ui/tables.css';

/** The application itself, in the window that a class or a reader sees. */
function startApp(root: HTMLElement): void {
  const services = createServices({
    createEngine: createStageEngine,
    library,
    language: preferredLanguage(navigator.languages),
  });
  const follow = ({ theme, language }: ReturnType<typeof services.preferences.getState>) => {
    document.documentElement.dataset.theme = theme;
    void setLanguage(language);
  };
  follow(services.preferences.getState());
  services.preferences.subscribe(follow);
  void services.begin();

  // Neither the development server nor the single file has a worker for use without a network.
  const offline = import.meta.env.PROD && !import.meta.env.VITE_SINGLE;
  const release = watchReleases('./sw.js', {
    worker: offline ? navigator.serviceWorker : undefined,
    reload: () => window.location.reload(),
  });
  createRoot(root).render(<App services={services} release={release} />);
}

const root = document.getElementById('root');
const speaker = speakerId(window.location.hash);
if (root && speaker === undefined) startApp(root);
else if (root && speaker !== undefined)
  void import('./present/speaker_main').then(({ startSpeaker }) => startSpeaker(root, speaker));

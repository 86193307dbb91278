import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { EmbedView } from './embed/embed_view';
import { followFrame } from './embed/follow_frame';
import { watchHeight } from './embed/frame_height';
import { linkFrame } from './embed/frame_link';
import { goToLink, keepHistory, leadOutside } from './embed/frame_page';
import { hostsOf } from './embed/model/origins';
import { useEmbedWords } from './embed/words/use_embed_words';
import { createStageEngine } from './engine/stage/create_stage_engine';
import { library } from './lectures/library';
import { decodeLink } from './link/link';
import { StageArea, WithEngine } from './stage_area';
import { go } from './store/page/address';
import { createServices, type Services } from './store/page/services';
import { StageContext } from './store/stage/stage_context';
import { preferredLanguage, setLanguage, wordsOfParts } from './ui/i18n';

type Shown = 'nothing' | 'unknown' | 'lecture';

/**
 * Opens the targets of links; before the first link there is nothing to show, and no engine is
 * needed.
 */
function createOpener(services: Services) {
  const shown = createStore<{ readonly what: Shown }>(() => ({ what: 'nothing' }));
  let begun = false;
  const open = async (link: string): Promise<string | undefined> => {
    const fault = await faultOf(link);
    // An open lecture stays.
    if (fault !== undefined && !begun) shown.setState({ what: 'unknown' });
    if (fault !== undefined) return fault;
    shown.setState({ what: 'lecture' });
    goToLink(link);
    const opened = begun ? settled(services) : services.begin();
    begun = true;
    await opened;
    const { messages, engine } = services.stage.getState();
    const { refused } = messages;
    if (refused) return refused.problems[0]?.reason.en ?? 'the engine refuses it';
    return typeof engine === 'object' ? 'no engine could be started' : undefined;
  };
  return { open, shown };
}

/** The reason why a frame cannot show the target of a link. */
async function faultOf(link: string): Promise<string | undefined> {
  const { state, problems } = decodeLink(link);
  const [first] = problems;
  if (first) return `the field ${first.field} of the link cannot be read`;
  if (state.view !== undefined && state.view !== 'stage')
    return `a frame shows lectures and the stage, not the view ${state.view}`;
  if (state.own !== undefined) return undefined;
  const { scenario } = state;
  if (scenario === undefined) return 'the link names no lecture';
  const known = scenario.startsWith('~') || (await library.load(scenario)) !== undefined;
  return known ? undefined : `there is no lecture ${scenario}`;
}

/** Resolves when the latest request is open, or was refused. */
const settled = ({ stage }: Services) =>
  new Promise<void>((done) => {
    const { onStage, messages } = stage.getState();
    const timer = setTimeout(finish, 10_000);
    const stop = stage.subscribe((state) => {
      const other = state.onStage?.session.number !== onStage?.session.number;
      if (other || state.messages.refused !== messages.refused) finish();
    });
    function finish() {
      clearTimeout(timer);
      stop();
      done();
    }
  });

interface EmbeddedProps {
  readonly services: Services;
  readonly opener: ReturnType<typeof createOpener>;
}

function Embedded({ services, opener }: EmbeddedProps) {
  const w = useEmbedWords();
  const what = useStore(opener.shown, (state) => state.what);
  const nothing = () => undefined;
  return (
    <StageContext value={services.stage}>
      <EmbedView
        services={services}
        lectures={[]}
        waiting={what === 'lecture' ? undefined : <p className="centred mute">{w(what)}</p>}
        area={(onMarks) => (
          <WithEngine services={services}>
            <StageArea services={services} onEdit={nothing} onMarks={onMarks} onAuthor={nothing} />
          </WithEngine>
        )}
      />
    </StageContext>
  );
}

/** Turns this page into a lecture in a frame of another page. */
export async function start(root: HTMLElement): Promise<void> {
  keepHistory();
  leadOutside();
  const services = createServices({
    createEngine: createStageEngine,
    // A reader who is through with the lecture stays there: the page around it decides what comes
    // next.
    library: { ids: [], load: library.load },
    language: preferredLanguage(navigator.languages),
  });
  services.address.subscribe(({ view }) => {
    if (view !== 'stage') go(services.address, { view: 'stage' });
  });
  const { preferences } = services;
  preferences.subscribe(({ theme, language }) => {
    document.documentElement.dataset.theme = theme;
    void setLanguage(language);
  });
  document.documentElement.dataset.theme = preferences.getState().theme;
  await setLanguage(preferences.getState().language);
  await wordsOfParts();
  const opener = createOpener(services);
  let stop: (() => void) | undefined;
  linkFrame({
    services,
    follower: followFrame(services),
    hosts: hostsOf(window.location.search),
    actions: {
      open: opener.open,
      fit: (on, tell) => {
        stop?.();
        stop = on ? watchHeight(tell) : undefined;
      },
    },
  });
  createRoot(root).render(<Embedded services={services} opener={opener} />);
  if (window.location.hash.length > 1) void opener.open(window.location.hash);
}

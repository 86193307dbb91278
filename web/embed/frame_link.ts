// The only place where an embedded lecture receives and sends messages. It listens to its parent
// alone, and answers only a parent that has asked, at the origin of the question.
import { prefer } from '../store/browser/preferences';
import { courseNow } from '../store/lecture/lecture_view';
import type { Services } from '../store/page/services';
import type { FrameFollower } from './follow_frame';
import { API_VERSION, type Command, type Request, readMessage, type Told } from './model/messages';
import { type Hosts, mayAsk, targetOf } from './model/origins';

/** The actions that a frame offers. */
export interface FrameActions {
  /** Opens what a link describes; resolves when it is open, or with the problem of the link. */
  open(link: string): Promise<string | undefined>;
  /** Turns the frame's reports of its wanted height on or off. */
  fit(on: boolean, tell: (height: number) => void): void;
}

interface Linked {
  readonly services: Pick<Services, 'stage' | 'preferences'>;
  readonly follower: FrameFollower;
  readonly actions: FrameActions;
  readonly hosts: Hosts;
}

const VERSIONS = [API_VERSION];

/** Listens to the page around this one from now on. */
export function linkFrame({ services, follower, actions, hosts }: Linked): void {
  const { parent } = window;
  if (parent === window) return;
  let host: string | undefined;
  const say = (told: Told, id?: Request['id']) => {
    if (host === undefined) return;
    parent.postMessage({ afterimage: API_VERSION, ...told, ...(id !== undefined && { id }) }, host);
  };
  const obey = async (command: Command): Promise<Told> => {
    const fault = await carryOut(command, services, actions, (height) =>
      say({ type: 'height', height }),
    );
    if (fault !== undefined) return { type: 'error', versions: VERSIONS, problem: fault };
    if (command.type === 'score') return { type: 'score', score: follower.score() };
    const state = follower.state();
    if (command.type === 'ping') return { type: 'ready', versions: VERSIONS, state };
    return { type: command.type === 'state' ? 'state' : 'done', state };
  };
  window.addEventListener('message', (event) => {
    if (event.source !== parent || !mayAsk(hosts, event.origin)) return;
    const read = readMessage(event.data);
    if (!read) return;
    host = targetOf(event.origin);
    if ('problem' in read)
      say({ type: 'error', versions: VERSIONS, problem: read.problem }, read.id);
    else void obey(read.command).then((told) => say(told, read.id));
  });
  follower.listen({
    state: (state) => say({ type: 'state', state }),
    answered: (answered) => say({ type: 'answered', answered }),
    score: (score) => say({ type: 'score', score }),
  });
}

/** Does what a message asks; returns the problem if there is one. */
async function carryOut(
  command: Command,
  { stage, preferences }: Linked['services'],
  actions: FrameActions,
  tell: (height: number) => void,
): Promise<{ readonly path: string; readonly reason: string } | undefined> {
  const { onStage, next, back, goTo } = stage.getState();
  if (command.type === 'fit') actions.fit(command.on, tell);
  if (command.type === 'load') {
    if (command.language) prefer(preferences, { language: command.language });
    const { lecture, link = `v=1&s=${lecture}` } = command;
    const reason = await actions.open(link);
    if (reason !== undefined) return { path: lecture ? 'lecture' : 'link', reason };
  }
  if (command.type !== 'go') return undefined;
  if (!onStage) return { path: 'type', reason: 'nothing is open: load comes first' };
  if ('mark' in command) {
    const { stops } = courseNow(onStage.session);
    const stop = stops[command.mark - 1];
    if (!stop) return { path: 'mark', reason: `the lecture has ${stops.length} marks` };
    goTo(stop.position);
  } else if (command.to === 'start') goTo(0);
  else if (command.to === 'next') next();
  else back();
  return undefined;
}

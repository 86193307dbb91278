import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeLink, EMPTY_LINK, encodeLink } from '../../../../web/link/link';
import { NO_CHANGES } from '../../../../web/model/experiment/experiment_changes';
import { createServices, type Services } from '../../../../web/store/page/services';
import { createFixtureEngine, scenario } from '../../support/fixture_engine';
import { onStage } from '../../support/on_stage';

const DELAY = 5;
/** A link to a lecture: without one the page begins with its first view, and opens nothing. */
const STAGE = `#${encodeLink({ ...EMPTY_LINK, scenario: 'one' })}`;

/** The parts of a browser that the address needs; `entries` are the fragments of its history. */
function browser(hash = '') {
  const entries = [hash];
  const location = {
    search: '',
    get hash() {
      return entries.at(-1) ?? '';
    },
    get href() {
      return `http://page.test/${entries.at(-1)}`;
    },
  };
  const fragment = (href: string) => new URL(href).hash;
  const listeners = new Map<string, () => void>();
  const history = {
    pushState: (_: unknown, __: string, href: string) => entries.push(fragment(href)),
    replaceState: (_: unknown, __: string, href: string) => {
      entries[entries.length - 1] = fragment(href);
    },
  };
  const addEventListener = (name: string, listener: () => void) => listeners.set(name, listener);
  vi.stubGlobal('window', { location, history, addEventListener });
  const back = () => {
    entries.pop();
    listeners.get('popstate')?.();
  };
  /** Changes the address as an edit does; a browser reports it a moment later. */
  const goes = (hash: string) => void entries.push(hash);
  const told = () => listeners.get('popstate')?.();
  return { entries, back, goes, told };
}

function made(): Services {
  const text = JSON.stringify(scenario);
  return createServices({
    createEngine: () => createFixtureEngine(DELAY),
    library: { ids: ['one', 'two'], load: async () => text },
    language: 'en',
  });
}

const view = (services: Services) => services.address.getState().view;
const tick = () => new Promise((resolve) => setTimeout(resolve, DELAY / 2));

/**
 * Leaves the window at another address, since work that a page has begun may end after its test.
 */
function leaveWindow(): void {
  vi.stubGlobal('window', { location: { href: 'about:blank' } });
}

describe('the first moments of the page', () => {
  beforeEach(() => void vi.stubGlobal('localStorage', undefined));
  afterEach(leaveWindow);

  it('keep the view that the reader goes to while the engine starts', async () => {
    browser(STAGE);
    const services = made();
    const begun = services.begin();
    services.address.setState({ view: 'breakit' });
    await begun;
    expect(view(services)).toBe('breakit');
    expect(onStage(services.stage).session).toBeDefined();
  });

  it('keep the view that the reader goes to while the first scenario opens', async () => {
    const { entries } = browser(STAGE);
    const services = made();
    const begun = services.begin();
    while (services.stage.getState().busy?.is !== 'opening') await tick();
    services.address.setState({ view: 'lab' });
    await begun;
    expect(view(services)).toBe('lab');
    // Going back leads to where the reader came from.
    expect(entries.map((hash) => decodeLink(hash).state.view)).toEqual([undefined, 'lab']);
  });

  it('leave a way back from an experiment that was opened meanwhile', async () => {
    const { entries } = browser(`#${encodeLink({ ...EMPTY_LINK, view: 'lab' })}`);
    const services = made();
    const begun = services.begin();
    services.address.setState({ lab: { experiment: 'x', changes: NO_CHANGES } });
    await begun;
    const experiments = entries.map((hash) => decodeLink(hash).state.lab?.experiment);
    expect(experiments).toEqual([undefined, 'x']);
  });

  it('keep language and layout that the reader chooses', async () => {
    browser();
    const services = made();
    const begun = services.begin();
    services.preferences.setState({ language: 'zh', layout: 'projection' });
    await begun;
    expect(services.preferences.getState()).toMatchObject({ language: 'zh', layout: 'projection' });
  });

  it('show the page of a link at once', async () => {
    browser(`#${encodeLink({ ...EMPTY_LINK, view: 'lab' })}`);
    const services = made();
    const begun = services.begin();
    expect(view(services)).toBe('lab');
    await begun;
    expect(view(services)).toBe('lab');
  });

  it('follow a link that comes while the first scenario opens', async () => {
    const { goes, told } = browser(STAGE);
    const services = made();
    const begun = services.begin();
    while (services.stage.getState().busy?.is !== 'opening') await tick();
    goes(`#${encodeLink({ ...EMPTY_LINK, scenario: 'two' })}`);
    told();
    await begun;
    const origin = () => onStage(services.stage).session.origin;
    await vi.waitFor(() => expect(origin()).toMatchObject({ id: 'two' }));
  });

  it('tell what a link brought where the engine refuses it, and open a lecture all the same', async () => {
    const own = JSON.stringify({ ...scenario, id: 'bad' });
    browser(`#${encodeLink({ ...EMPTY_LINK, own })}`);
    const services = made();
    await services.begin();
    const { refused } = services.stage.getState().messages;
    expect(onStage(services.stage).session.origin).toMatchObject({ id: 'one' });
    expect(refused?.problems).toHaveLength(1);
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({ id: 'bad' });
  });

  it('open what the reader asks for after what the page opens by itself', async () => {
    browser(STAGE);
    const services = made();
    const begun = services.begin();
    expect(await services.openLecture('two')).toBe(true);
    await begun;
    expect(onStage(services.stage).session.origin).toMatchObject({ id: 'two' });
  });
});

it('says which byte of a file is no text, and opens nothing', async () => {
  vi.stubGlobal('localStorage', undefined);
  browser(STAGE);
  const services = made();
  await services.begin();
  const { session } = onStage(services.stage);
  const file = new File([Uint8Array.from([0x7b, 0x0a, 0x22, 0xf3])], 'latin1.json');
  expect(await services.openFile(file)).toBe(false);
  expect(services.stage.getState().messages.notice).toEqual({
    kind: 'file-not-text',
    name: 'latin1.json',
    at: { byte: 4, line: 2 },
  });
  expect(onStage(services.stage).session).toBe(session);
  leaveWindow();
});

describe('later', () => {
  beforeEach(() => void vi.stubGlobal('localStorage', undefined));
  afterEach(() => {
    vi.unstubAllGlobals();
    leaveWindow();
  });

  it('a lecture that was slow to open does not call the reader back', async () => {
    browser();
    const services = made();
    await services.begin();
    services.address.setState({ view: 'lectures' });
    const opened = services.openLecture('two');
    services.address.setState({ view: 'lab' });
    expect(await opened).toBe(true);
    expect(view(services)).toBe('lab');
    services.address.setState({ view: 'lectures' });
    await services.openLecture('one');
    expect(view(services)).toBe('stage');
  });

  it('going back to before a power cut keeps the branch that the cut made', async () => {
    const { back, entries } = browser(STAGE);
    const services = made();
    await services.begin();
    const { answer, goTo, cut } = services.stage.getState();
    // The lecture's question comes before it.
    await answer(0, '');
    goTo(20);
    await cut({ survive: 'none' });
    while (entries.length < 2) await tick();
    back();
    const session = () => onStage(services.stage).session;
    while (session().plan.active !== 1 || services.stage.getState().busy) await tick();
    expect(session().plan.branches.map(({ cuts }) => cuts.length)).toEqual([0, 1]);
  });

  it('a link that nobody has told of yet is not written over', async () => {
    const { goes, told, entries } = browser(STAGE);
    const services = made();
    await services.begin();
    const wanted = `#${encodeLink({ ...EMPTY_LINK, scenario: 'two' })}`;
    goes(wanted);
    services.address.setState({ view: 'lab' });
    expect(entries.at(-1)).toBe(wanted);
    told();
    const origin = () => onStage(services.stage).session.origin;
    await vi.waitFor(() => expect(origin()).toMatchObject({ id: 'two' }));
    expect(view(services)).toBe('stage');
  });

  it('opening the same lecture again keeps the branches of the reader', async () => {
    browser(STAGE);
    const services = made();
    await services.begin();
    await services.stage.getState().answer(0, '');
    services.stage.getState().goTo(20);
    await services.stage.getState().cut({ survive: 'none' });
    await services.openLecture('one');
    const plan = onStage(services.stage).session.plan;
    expect(plan?.branches.map(({ cuts }) => cuts.length)).toEqual([0, 1]);
    expect(plan?.active).toBe(1);
  });

  it('going back shows the page that was left', async () => {
    const { back } = browser(STAGE);
    const services = made();
    await services.begin();
    services.address.setState({ view: 'lab' });
    back();
    expect(view(services)).toBe('stage');
  });
});

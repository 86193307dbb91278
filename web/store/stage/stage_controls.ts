import type { Survive } from '../../engine/protocol';
import type { StepSize } from '../../model/trace/steps';
import type { Notice, Selection, StageState, StageStore } from './stage_state';

// The settings of the stage that do not need the engine.

export const play = (store: StageStore, playing: boolean): void => store.setState({ playing });

export const chooseStep = (store: StageStore, stepSize: StepSize): void =>
  store.setState({ stepSize });

export const select = (store: StageStore, selection: Selection | undefined): void =>
  store.setState({ selection });

/** Opens the panel that cuts the power; nothing moves behind it. */
export const openCut = (store: StageStore): void =>
  store.setState({ cutPanel: true, playing: false });

/** Opens it with these survivors. */
export const proposeCut = (store: StageStore, proposed: Survive): void =>
  store.setState({ cutPanel: true, proposed });

export const closeCut = (store: StageStore): void => store.setState({ cutPanel: false });

export const toggleCut = (store: StageStore): void =>
  store.setState(({ cutPanel }) => ({ cutPanel: !cutPanel, playing: false, proposed: undefined }));

/** Closes the panel that is open beside the picture. */
export const closePanels = (store: StageStore): void =>
  store.setState({ selection: undefined, cutPanel: false });

/** Explains the wrong answer to a mark's question in place of the stage; undefined ends that. */
export const explainMark = (store: StageStore, witness: number | undefined): void =>
  store.setState({ witness });

export const setEditing = (store: StageStore, editing: boolean): void =>
  store.setState({ editing });

export const notify = (store: StageStore, notice: Notice): void => store.setState({ notice });

/** Dismisses a message that the reader has read. */
export const dismiss = (
  store: StageStore,
  what: keyof Pick<StageState, 'notice' | 'refused' | 'trap' | 'editorWanted'>,
): void => store.setState({ [what]: undefined });

export const foldNarration = (store: StageStore): void => store.setState({ narration: false });

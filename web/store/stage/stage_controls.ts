import type { Survive } from '../../engine/protocol';
import type { StepSize } from '../../model/trace/steps';
import { change, tell } from './stage_changes';
import type { Messages, Notice, Selection, StageStore } from './stage_state';

// The settings of the stage that do not need the engine.

export const play = (store: StageStore, playing: boolean): void => change(store, { playing });

export const chooseStep = (store: StageStore, stepSize: StepSize): void =>
  store.setState({ stepSize });

export const select = (store: StageStore, selection: Selection | undefined): void =>
  change(store, { selection });

/** Opens the panel that cuts the power; nothing moves behind it. */
export const openCut = (store: StageStore): void =>
  change(store, { cutting: store.getState().onStage?.cutting ?? {}, playing: false });

/** Opens it with these survivors. */
export const proposeCut = (store: StageStore, proposed: Survive): void =>
  change(store, { cutting: { proposed } });

export const closeCut = (store: StageStore): void => change(store, { cutting: undefined });

export const toggleCut = (store: StageStore): void =>
  change(store, { cutting: store.getState().onStage?.cutting ? undefined : {}, playing: false });

/** Closes the panel that is open beside the picture. */
export const closePanels = (store: StageStore): void =>
  change(store, { selection: undefined, cutting: undefined });

/** Explains the wrong answer to a mark's question in place of the stage; undefined ends that. */
export const explainMark = (store: StageStore, witness: number | undefined): void =>
  change(store, { witness });

export const setEditing = (store: StageStore, editing: boolean): void => change(store, { editing });

export const notify = (store: StageStore, notice: Notice): void => tell(store, { notice });

/** Dismisses a message that the reader has read. */
export const dismiss = (store: StageStore, what: keyof Messages): void =>
  tell(store, { [what]: undefined });

/** Says whether the editor is to be opened, once. */
export const wantEditor = (store: StageStore, editorWanted: boolean): void =>
  store.setState({ editorWanted });

/** Says whether the stage is visible. */
export const putInSight = (store: StageStore, inSight: boolean): void =>
  store.setState({ inSight });

/** Begins or ends presenting in front of a class. */
export const present = (store: StageStore, presenting: boolean): void =>
  store.setState({ presenting });

export const foldNarration = (store: StageStore): void => change(store, { narration: false });

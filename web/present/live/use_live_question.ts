import { useStore } from 'zustand';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { useGivenOrder } from '../../lectures/question/use_given_order';
import { joinAddress } from '../../live/model/messages';
import { useLiveWords } from '../../live/words/use_live_words';
import { shortHash } from '../../model/edit/short_code';
import type { MarkStop } from '../../model/lecture/marks';
import { OR, UNKNOWN } from '../../model/questions/answer';
import { useOnStage } from '../../store/stage/stage_context';
import { useText } from '../../ui/use_text';
import { type PresentStore, setTally, toggleHands } from '../present_store';
import { useAsked } from '../screen/use_asked';
import { live } from './live_store';
import { useLive } from './use_live';

const NO_HANDS = {};

/**
 * Lets phones answer the question at a mark; their answers are shown like hands. Returns the line
 * that tells the class where to answer; undefined while no room is open.
 */
export function useLiveQuestion(
  store: PresentStore,
  stop: MarkStop | undefined,
  spawn: () => StageEngine,
): string | undefined {
  const w = useLiveWords();
  const text = useText();
  const { room, hall } = useStore(live);
  const lecture = useOnStage(({ session }) => session.scenario.id ?? '');
  const answer = useOnStage((onStage) => stop && onStage.answers[stop.index]);
  const question = useAsked(stop, NO_HANDS, spawn, false);
  const ask = stop?.mark.ask;
  const steps = ask?.kind === 'order' ? ask.steps : undefined;
  const shown = useGivenOrder(steps);
  const asked = question && {
    question: {
      // A question that was changed meanwhile is a new one: its answers begin anew.
      id: `${lecture}/${question.mark}/${shortHash(JSON.stringify(ask ?? null), 4)}`,
      words: question.words,
      choices: question.choices,
      free: question.free,
      steps: steps?.map((step) => text(step.text)) ?? [],
      shown,
    },
    right: answer && (answer.truth === UNKNOWN ? [] : answer.truth.split(OR)),
  };
  useLive(
    asked,
    (counts) => question && setTally(store, question.mark, counts),
    () => {
      const { handsShown } = store.getState();
      if (question && !handsShown.includes(question.mark)) toggleHands(store, question.mark);
    },
  );
  if (!room) return undefined;
  const address = joinAddress(room.address, room.code)
    .replace(/^https?:\/\//, '')
    .replace('#', ' · ');
  const given = Object.values(hall?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const counted = w('counted', { count: given });
  return `${address} · ${w('here', { count: hall?.clients ?? 0 })} ${counted}`;
}

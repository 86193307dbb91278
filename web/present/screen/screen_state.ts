import type { Text } from '../../engine/protocol';
import type { Session } from '../../store/stage/stage_state';
import type { AskedQuestion, MapMark, ScreenState, Tally } from '../messages';
import type { Presenting } from '../present_store';
import type { Flow } from './flow';

const WORDS = 6;
const CHARACTERS = 14;

/** The first words of a text, for a mark that has no name. */
export function firstWords(text: string): string {
  if (/\p{Script=Han}/u.test(text)) {
    const characters = [...text];
    return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('')}…` : text;
  }
  const words = text.split(/\s+/);
  return words.length > WORDS ? `${words.slice(0, WORDS).join(' ')}…` : text;
}

function shortened(text: Text): Text {
  const { en, zh } = text;
  return {
    ...(en !== undefined && { en: firstWords(en) }),
    ...(zh !== undefined && { zh: firstWords(zh) }),
  } as Text;
}

/** The lecture's marks as the map shows them, in the order in which they come. */
export function mapOf({ marks }: Pick<Session, 'marks'>): MapMark[] {
  return marks.map(({ index, mark }) => ({
    index,
    name: mark.name ?? shortened(mark.say),
    say: mark.say,
    answered: mark.then,
    notes: mark.notes,
    minutes: mark.minutes,
    asks: mark.ask !== undefined,
  }));
}

interface Shown {
  readonly session: Session;
  readonly flow: Flow;
  readonly question: AskedQuestion | undefined;
  readonly language: 'en' | 'zh';
  readonly present: Presenting;
  readonly tally: Tally;
  readonly handsShown: boolean;
  /** The notes of the lecturer's own plan on the whole lecture. */
  readonly notes: Text | undefined;
}

/** Returns the state that the speaker's window receives. */
export function screenState(shown: Shown): ScreenState {
  const { session, flow, question, language, present, tally, handsShown, notes } = shown;
  const { black, pointer, visits } = present;
  return {
    kind: 'state',
    language,
    title: session.scenario.title,
    minutes: session.scenario.lecture?.minutes,
    notes,
    marks: mapOf(session),
    place: flow.place,
    next: flow.next,
    question,
    tally,
    handsShown,
    black,
    pointer,
    visits,
  };
}

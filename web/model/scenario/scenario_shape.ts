/** @file The form of a file, at run time. Written by `lab -- formats` from the engine's tables. */
import {
  absent,
  boolean,
  either,
  list,
  number,
  object,
  oneOf,
  record,
  string,
  text,
  whole,
} from '../values/shape';

const swept = either(string, number, boolean);
const machineChoiceShape = object({ id: string }, { overrides: record(number) });
const schemeChoiceShape = object({ id: string }, { preset: string, params: record(swept) });
const scenarioSchemeShape = object(
  { id: string },
  { preset: string, params: record(swept), program: string, mutations: list(string, 16) },
);
const threadDelayShape = object(
  { thread: whole(1, 128), operation: whole(1, 1000000), until: whole(1, 128) },
  { next: whole(1, 1000000) },
);
const workloadChoiceShape = object({ id: string }, { params: record(swept) });
const lectureAboutShape = object(
  {},
  {
    minutes: whole(1, 180),
    level: oneOf(['first-steps', 'further', 'advanced']),
    needs: list(string, 16),
    structures: list(string, 16),
    keep: text,
  },
);
const eventPatternShape = object(
  { event: string },
  { of: string, tx: string, nth: whole(1, 100000000), phase: whole(0, 100) },
);
const unitChoiceShape = object({
  tier: oneOf(['nvm', 'disk']),
  address: whole(0, 4294967295),
  stores: list(boolean, 100000),
});
const surviveShape = object(
  { survive: oneOf(['none', 'all', 'random']) },
  { seed: whole(0, 9007199254740992), units: list(unitChoiceShape, 10000) },
);
const faultShape = object({ at: eventPatternShape, crash: surviveShape });
const phrasesShape = object({}, { en: list(string, 32), zh: list(string, 32) });
const askValueShape = object(
  { kind: oneOf(['value-after-crash']), record: string },
  {
    words: text,
    because: record(text),
    gives_away: phrasesShape,
    survive: oneOf(['none', 'all', 'random']),
  },
);
const askFateShape = object(
  { kind: oneOf(['fate']), tx: string },
  { words: text, because: record(text), gives_away: phrasesShape },
);
const askUndoneShape = object(
  { kind: oneOf(['undone-next']) },
  { words: text, because: record(text), gives_away: phrasesShape },
);
const askLineShape = object({ mutation: string }, { text: text });
const askLeaveOutShape = object(
  { kind: oneOf(['leave-out']), lines: list(askLineShape, 8) },
  { words: text, because: record(text), gives_away: phrasesShape },
);
const askStepShape = object({ when: eventPatternShape, text: text });
const askOrderShape = object(
  { kind: oneOf(['order']), steps: list(askStepShape, 8) },
  { words: text, because: record(text), gives_away: phrasesShape },
);
const askSideShape = object({ title: text, scheme: schemeChoiceShape });
const askFasterShape = object(
  { kind: oneOf(['faster']), sides: list(askSideShape, 8) },
  { words: text, because: record(text), gives_away: phrasesShape },
);
const askCutShape = object(
  { kind: oneOf(['cut']), tx: string },
  { words: text, because: record(text), gives_away: phrasesShape },
);
const markShape = object(
  { when: eventPatternShape, say: text },
  {
    name: text,
    // biome-ignore lint/suspicious/noThenProperty: a field of files.
    then: text,
    notes: text,
    minutes: whole(0, 180),
    pause: whole(1, 600),
    focus: list(string, 16),
    subjects: list(string, 32),
    ask: either(
      askValueShape,
      askFateShape,
      askUndoneShape,
      askLeaveOutShape,
      askOrderShape,
      askFasterShape,
      askCutShape,
    ),
  },
);
const recordFactShape = object({
  after: oneOf(['run', 'recovery']),
  record: string,
  is: either(number, absent),
});
const verdictFactShape = object({
  verdict: oneOf(['consistent', 'lost', 'visible', 'never-existed', 'damaged', 'recovery-failed']),
});
const fateFactShape = object({
  fate: oneOf(['always', 'sometimes', 'never']),
  at: eventPatternShape,
  tx: string,
});
/** The complaint about a value that does not have the type Scenario. */
export const scenarioShape = object(
  {
    format: whole(1, 1),
    kind: oneOf(['scenario']),
    id: string,
    title: text,
    machine: machineChoiceShape,
    scheme: scenarioSchemeShape,
  },
  {
    about: text,
    seed: whole(0, 9007199254740992),
    deadlock: oneOf(['detect', 'wait-die', 'wait-die-after-older']),
    delays: list(threadDelayShape, 8),
    records: record(whole(-9007199254740992, 9007199254740992)),
    threads: list(list(string, 20000), 16),
    workload: workloadChoiceShape,
    clients: whole(1, 16),
    transactions: whole(1, 1000),
    lecture: lectureAboutShape,
    faults: list(faultShape, 16),
    marks: list(markShape, 200),
    facts: list(either(recordFactShape, verdictFactShape, fateFactShape), 200),
  },
);

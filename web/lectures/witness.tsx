import { useEffect, useId } from 'react';
import type { MarkStop } from '../model/lecture/marks';
import type { Answer, Witness as Found } from '../model/questions/answer';
import { choicesAt } from '../store/grading/open_choices';
import { openWitness } from '../store/grading/open_witness';
import { subjectOf } from '../store/grading/subject';
import { visitWitness } from '../store/grading/visit_witness';
import { useOnStage, useSession, useStageStore } from '../store/stage/stage_context';
import { explainMark } from '../store/stage/stage_controls';
import { Icon } from '../ui/icons';
import { useSentence } from '../ui/sentence/use_sentence';
import { useAnswerText, useChoiceText } from './question/use_answer_text';
import { FailureWitnessView } from './witness/failure_witness';
import { FasterWitnessView } from './witness/faster_witness';
import { ImageWitnessView } from './witness/image_witness';
import { OrderWitnessView, UndoneWitnessView } from './witness/trace_witness';
import { useAccount } from './witness/use_account';
import { useQuestionWords } from './words/use_question_words';
import { useWitnessWords } from './words/use_witness_words';
import './witness/witness.css';

interface WitnessProps {
  readonly stop: MarkStop;
  readonly answer: Answer;
  /** Steps into it on the stage. */
  readonly onShow: () => void;
  /** Gives the stage back. */
  readonly onClose: () => void;
  /** The factor by which everything is larger than on a desk. */
  readonly zoom: number;
}

/** The evidence against a wrong answer, in the stage's place. */
export function Witness({ stop, answer, onShow, onClose, zoom }: WitnessProps) {
  const w = useWitnessWords();
  const id = useId();
  const store = useStageStore();
  const sentence = useSentence();
  const { witness } = answer;
  // An answer that was kept from another visit comes without its witness.
  useEffect(() => {
    if (!witness) void store.getState().explain(stop.index);
  }, [store, witness, stop.index]);
  const position = witness?.kind === 'image' ? witness.at : stop.position;
  return (
    <section className="witness" aria-labelledby={id}>
      <div className="witness-head">
        <h2 id={id}>{useTitle(witness, sentence(position))}</h2>
        <button type="button" className="quiet" aria-label={w('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {!witness && <p className="mute">{w('working')}</p>}
      {witness && (
        <WitnessBody stop={stop} answer={answer} witness={witness} onShow={onShow} zoom={zoom} />
      )}
    </section>
  );
}

function useTitle(witness: Found | undefined, event: string): string {
  const w = useWitnessWords();
  switch (witness?.kind) {
    case 'image':
      return w('title', { event });
    case 'order':
      return w('order.title');
    case 'undone':
      return w('undone.title');
    case 'faster':
      return w('faster.title');
    case 'failure':
      return w('failure.title');
    case undefined:
      return w('label');
  }
}

interface BodyProps {
  readonly stop: MarkStop;
  readonly answer: Answer;
  readonly witness: Found;
  readonly onShow: () => void;
  readonly zoom: number;
}

function WitnessBody({ stop, answer, witness, onShow, zoom }: BodyProps) {
  const session = useSession();
  const frame = useOnStage(({ frame }) => frame);
  const { ask } = stop.mark;
  const choices = session ? choicesAt({ session, frame }, stop) : [];
  const words = useChoiceText();
  const name = useAnswerText(ask ?? NOTHING, choices);
  if (!ask) return null;
  const show = <ShowMe witness={witness} onShow={onShow} />;
  if (witness.kind === 'image')
    return <Imagined stop={stop} answer={answer} witness={witness} zoom={zoom} actions={show} />;
  return (
    <>
      {witness.kind === 'order' && ask.kind === 'order' && (
        <OrderWitnessView witness={witness} steps={ask.steps} />
      )}
      {witness.kind === 'undone' && (
        <UndoneWitnessView witness={witness} choices={choices} words={words} />
      )}
      {witness.kind === 'faster' && (
        <FasterWitnessView
          witness={witness}
          names={witness.ends.map((_, n) => name(String(n)))}
          compared={ask.kind === 'faster' ? ask.sides.map(({ scheme }) => scheme) : []}
        />
      )}
      {witness.kind === 'failure' && ask.kind === 'leave-out' && (
        <FailureWitnessView witness={witness} lines={ask.lines} />
      )}
      {witness.kind !== 'faster' && show}
    </>
  );
}

const NOTHING = { kind: 'undone-next' } as const;

/** A power cut, once the engine has made it. */
function Imagined({
  stop,
  answer,
  witness,
  zoom,
  actions,
}: Omit<BodyProps, 'onShow' | 'witness'> & {
  readonly witness: Extract<Found, { kind: 'image' }>;
  readonly actions: React.ReactNode;
}) {
  const w = useWitnessWords();
  const account = useAccount(stop.index, answer);
  const session = useSession();
  if (account === undefined) {
    return (
      <p className="mute" aria-busy="true">
        {w('working')}
      </p>
    );
  }
  if (account === null || !session) return <p className="warn">{w('failed')}</p>;
  const subject = subjectOf(session, stop.mark);
  return (
    <ImageWitnessView
      answer={answer}
      witness={witness}
      account={account}
      subject={subject}
      actions={actions}
      zoom={zoom}
    />
  );
}

function ShowMe({ witness, onShow }: { witness: Found; onShow: () => void }) {
  const w = useWitnessWords();
  const opens = witness.kind === 'failure';
  return (
    <div className="witness-show">
      <button type="button" className="secondary" onClick={onShow}>
        {w(opens ? 'openCase' : 'show')} <span aria-hidden="true">→</span>
      </button>
      <p className="mute">
        {w(opens ? 'openCaseHelp' : witness.kind === 'image' ? 'showHelp' : 'showPlace')}
      </p>
    </div>
  );
}

/** The open witness, for the place of the stage; nothing where none is open. */
export function OpenWitness({ zoom }: { zoom: number }) {
  const store = useStageStore();
  const q = useQuestionWords();
  const stop = useOnStage((onStage) => openWitness(onStage)?.stop);
  const answer = useOnStage((onStage) => openWitness(onStage)?.answer);
  if (!stop || !answer) return null;
  return (
    <>
      <p className="visually-hidden" role="status">
        {q('why')}
      </p>
      <Witness
        stop={stop}
        answer={answer}
        onShow={() => void visitWitness(store, stop.index)}
        onClose={() => explainMark(store, undefined)}
        zoom={zoom}
      />
    </>
  );
}

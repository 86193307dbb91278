import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { Ask } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';
import { useAnswerText, useChoiceText } from '../../lectures/question/use_answer_text';
import { useQuestionText } from '../../lectures/question/use_question_text';
import type { Choice } from '../../model/questions/choices';
import type { Services } from '../../store/page/services';
import { useText } from '../../ui/use_text';
import { firstWords } from '../screen/screen_state';
import { usePresentWords } from '../words/use_present_words';
import { type Handout, type HandoutPage, makeHandout } from './handout_pages';
import './handout.css';

interface HandoutViewProps {
  readonly services: Services;
  readonly onClose: () => void;
}

type Work =
  | { readonly kind: 'making'; readonly done: number; readonly count: number }
  | { readonly kind: 'made'; readonly handout: Handout }
  | { readonly kind: 'failed'; readonly message: string };

function useHandout({ stage, spawn }: Services): Work {
  const [work, setWork] = useState<Work>({ kind: 'making', done: 0, count: 0 });
  useEffect(() => {
    return askOnce(
      (signal) => {
        const onPage = (done: number, count: number) =>
          signal.aborted || setWork({ kind: 'making', done, count });
        return makeHandout({ stage, spawn, signal, onPage });
      },
      (handout) => setWork({ kind: 'made', handout }),
      (error) => setWork({ kind: 'failed', message: String(error) }),
    );
  }, [stage, spawn]);
  return work;
}

/** A lecture on paper: every mark with its picture and its text, the answers at the end. */
export default function HandoutView({ services, onClose }: HandoutViewProps) {
  const t = usePresentWords();
  const text = useText();
  const work = useHandout(services);
  const close = useRef<HTMLButtonElement>(null);
  useAlone(onClose);
  useEffect(() => close.current?.focus(), []);
  const session = useStore(services.stage, ({ onStage }) => onStage?.session);
  const title = session ? text(session.scenario.title) : '';
  return createPortal(
    <div className="handout" role="dialog" aria-modal="true" aria-label={t('handoutOf', { title })}>
      <p className="handout-tools">
        <button
          type="button"
          className="primary"
          disabled={work.kind !== 'made'}
          onClick={() => window.print()}
        >
          {t('print')}
        </button>
        <button ref={close} type="button" className="secondary" onClick={onClose}>
          {t('close')}
        </button>
        <span role="status">
          {work.kind === 'making' && t('drawing', { done: work.done, count: work.count })}
        </span>
      </p>
      {work.kind === 'failed' && (
        <p className="warn" role="alert">
          {t('handoutFailed', { message: work.message })}
        </p>
      )}
      {work.kind === 'made' && <Pages handout={work.handout} link={services.link(0)} />}
    </div>,
    document.body,
  );
}

/**
 * Nothing behind the handout can be reached: the stage does not receive keys, and Esc closes it.
 */
function useAlone(onClose: () => void): void {
  useEffect(() => {
    const page = document.getElementById('root');
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      event.stopPropagation();
    };
    page?.setAttribute('inert', '');
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      page?.removeAttribute('inert');
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [onClose]);
}

function Pages({ handout, link }: { handout: Handout; link: string }) {
  const t = usePresentWords();
  const text = useText();
  const { session, pages, answers } = handout;
  const { scenario } = session;
  const asking = pages.filter(({ stop }) => stop.mark.ask);
  return (
    <article className="handout-pages">
      <h1>{text(scenario.title)}</h1>
      {scenario.about && <p className="handout-about">{text(scenario.about)}</p>}
      {pages.map((page, n) => (
        <MarkPage
          key={page.stop.index}
          page={page}
          number={n + 1}
          question={asking.indexOf(page) + 1}
        />
      ))}
      {asking.length > 0 && (
        <section className="handout-answers">
          <h2>{t('answers')}</h2>
          <ol>
            {asking.map((page) => {
              const { mark, index } = page.stop;
              return (
                mark.ask && (
                  <AnswerLine key={index} page={page} ask={mark.ask} truth={answers.get(index)} />
                )
              );
            })}
          </ol>
        </section>
      )}
      <p className="handout-link">{link}</p>
    </article>
  );
}

interface MarkPageProps {
  readonly page: HandoutPage;
  readonly number: number;
  /** The number of its question; 0 if it asks none. */
  readonly question: number;
}

function MarkPage({ page, number, question }: MarkPageProps) {
  const t = usePresentWords();
  const text = useText();
  const { mark } = page.stop;
  return (
    <section className="handout-mark">
      <h2>
        {number}. {mark.name ? text(mark.name) : firstWords(text(mark.say))}
      </h2>
      <Picture svg={page.picture} name={t('pictureOf', { number })} />
      <p>{text(mark.say)}</p>
      {mark.then && !mark.ask && <p>{text(mark.then)}</p>}
      {mark.ask && <AskedOnPaper ask={mark.ask} choices={page.choices} number={question} />}
    </section>
  );
}

function AskedOnPaper(props: { ask: Ask; choices: readonly Choice[]; number: number }) {
  const { ask, choices, number } = props;
  const t = usePresentWords();
  const text = useText();
  const words = useQuestionText(ask);
  const choiceText = useChoiceText();
  const steps = ask.kind === 'order' ? ask.steps.map((step) => text(step.text)) : [];
  const shown = steps.length > 0 ? steps : choices.map(choiceText);
  return (
    <div className="handout-question">
      <p>
        <b>{t('question', { number })}</b> {words}
      </p>
      {shown.length > 0 ? (
        <ul>
          {shown.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      ) : (
        <p className="handout-blank" />
      )}
    </div>
  );
}

interface AnswerLineProps {
  readonly page: HandoutPage;
  readonly ask: Ask;
  readonly truth: string | undefined;
}

function AnswerLine({ page, ask, truth }: AnswerLineProps) {
  const t = usePresentWords();
  const text = useText();
  const answerText = useAnswerText(ask, page.choices);
  const { then } = page.stop.mark;
  return (
    <li>
      <b>{truth === undefined ? t('answerUnknown') : answerText(truth)}</b>
      {then && <p>{text(then)}</p>}
    </li>
  );
}

/**
 * A picture that exists as text, put into the page as elements: the page's policy allows no other
 * way.
 */
function Picture({ svg, name }: { svg: string; name: string }) {
  const figure = useRef<HTMLElement>(null);
  const drawing = useMemo(
    () => new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement,
    [svg],
  );
  useEffect(() => {
    const place = figure.current;
    const copy = document.importNode(drawing, true) as unknown as SVGSVGElement;
    copy.setAttribute('role', 'img');
    copy.setAttribute('aria-label', name);
    place?.replaceChildren(copy);
  }, [drawing, name]);
  return <figure ref={figure} />;
}

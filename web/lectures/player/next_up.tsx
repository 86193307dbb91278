import { Suspense } from 'react';
import { useStore } from 'zustand';
import { drillHref } from '../../link/prediction_links';
import { go } from '../../store/page/address';
import type { Services } from '../../store/page/services';
import { useOnStage, useStageStore } from '../../store/stage/stage_context';
import { HandoutButton } from '../../ui/header_menus';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { useText } from '../../ui/use_text';
import { LectureThumb } from '../lecture_thumb';
import { chapters } from '../library_index';
import { useLectureWords } from '../words/use_lecture_words';

const FollowUpLinks = lazyPart(() => import('../follow_up_links'));

/** The ways on after a lecture: the next one of the course, and others. */
export function NextUp({ services, onLeave }: { services: Services; onLeave: () => void }) {
  const w = useLectureWords();
  const text = useText();
  const store = useStageStore();
  const id = useOnStage(({ session }) =>
    session.origin.kind === 'library' ? session.origin.id : undefined,
  );
  const layout = useStore(services.preferences, (state) => state.layout);
  const onward = useStore(services.onward);
  const { ids } = services.library;
  const next = id === undefined ? undefined : ids[ids.indexOf(id) + 1];
  const entry = chapters.flatMap(({ lectures }) => lectures).find((each) => each.id === next);
  return (
    <section className="recap-next" aria-labelledby="recap-next">
      <h2 id="recap-next">{w('nextUp')}</h2>
      {onward.go && (
        <button type="button" className="recap-card" onClick={() => store.getState().next()}>
          <b>{onward.title ?? onward.word}</b>
        </button>
      )}
      {entry && !onward.go && (
        <button type="button" className="recap-card" onClick={() => store.getState().next()}>
          {entry.experiment === undefined && (
            <span className="recap-picture small">
              <LectureThumb lecture={entry.id} />
            </span>
          )}
          <b>{text(entry.title)}</b>
        </button>
      )}
      <p className="recap-ways">
        <button type="button" className="link-button" onClick={onLeave}>
          {w('leave')}
        </button>
        <button
          type="button"
          className="link-button"
          onClick={() => go(services.address, { view: 'lectures' })}
        >
          {w('allLectures')}
        </button>
        <HandoutButton />
      </p>
      {id !== undefined && (
        <Suspense fallback={null}>
          <p className="follow-ups">
            <a className="link-button" href={drillHref(id, layout)}>
              {w('drill')}
            </a>
          </p>
          <FollowUpLinks lecture={id} layout={layout} />
        </Suspense>
      )}
    </section>
  );
}

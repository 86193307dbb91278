import { useStore } from 'zustand';
import { forgetSetAside, setAside } from '../store/browser/set_aside';
import type { ReleaseStore } from '../store/page/release';
import { eventsSoFar, useStage, useStageStore } from '../store/stage/stage_context';
import { dismiss } from '../store/stage/stage_controls';
import type { Notice } from '../store/stage/stage_state';
import { useTranslation } from './i18n';
import { useNoticeWords } from './i18n/use_notice_words';
import { useSentence } from './sentence/use_sentence';
import { useText } from './use_text';

function NoticeText({ notice }: { notice: Notice }) {
  const w = useNoticeWords();
  switch (notice.kind) {
    case 'anchor-moved':
      return w('anchorMoved');
    case 'link-broken':
      return notice.newer ? w('newerLink') : w('broken', { fields: notice.fields.join(', ') });
    case 'link-missing':
      return w('missing');
    case 'link-unknown':
      return w(`unknown.${notice.what}`, { name: `“${notice.name}”` });
    case 'file-unreadable':
      return w('unreadable', { name: notice.name });
    case 'file-not-text':
      return w('notText', { ...notice.at, name: notice.name });
    case 'file-too-large':
      return w('tooLarge', { size: (notice.bytes / 1e6).toFixed(1), limit: 1 });
  }
}

/** The values that this browser kept and that cannot be read. */
function StorageNotice() {
  const { t } = useTranslation();
  const w = useNoticeWords();
  const { things, silent } = useStore(setAside);
  if (things.length === 0 && !silent) return null;
  const names = things.map((thing) => w(`stored.${thing}`));
  const named = new Intl.ListFormat(document.documentElement.lang).format(names);
  return (
    <div className="notice-bar" role="status">
      <p>
        {things.length > 0 && w('setAside', { things: named })} {silent && w('storageSilent')}
      </p>
      <button type="button" className="link-button" onClick={forgetSetAside}>
        {t('app.dismiss')}
      </button>
    </div>
  );
}

interface NoticesProps {
  readonly release: ReleaseStore;
  readonly onEdit: () => void;
}

/** A text that was not opened, with its first problem. */
function Refused({ onEdit }: Pick<NoticesProps, 'onEdit'>) {
  const { t } = useTranslation();
  const w = useNoticeWords();
  const text = useText();
  const store = useStageStore();
  const refused = useStage((state) => state.messages.refused);
  const first = refused?.problems[0];
  if (!first) return null;
  return (
    <div className="notice-bar" role="alert">
      <p>
        <strong>{w('refused')}.</strong>{' '}
        {t('editor.problemAt', {
          path:
            first.line === undefined
              ? t('editor.whole')
              : t('editor.problemLine', { line: first.line, column: first.column ?? 1 }),
          reason: text(first.reason),
        })}{' '}
        <span className="mute">{refused.instead ? w('instead') : t('problem.keep')}</span>
      </p>
      <span>
        <button type="button" className="link-button" onClick={onEdit}>
          {t('editor.open')}
        </button>{' '}
        <button type="button" className="link-button" onClick={() => dismiss(store, 'refused')}>
          {t('app.dismiss')}
        </button>
      </span>
    </div>
  );
}

/** The messages above everything else: refused files, traps, incomplete links, a newer release. */
export default function Notices({ release, onEdit }: NoticesProps) {
  const { t, language } = useTranslation();
  const w = useNoticeWords();
  const sentence = useSentence();
  const store = useStageStore();
  const { cancelOpening } = store.getState();
  const events = useStage(eventsSoFar);
  const trap = useStage((state) => state.messages.trap);
  const notice = useStage((state) => state.messages.notice);
  const newer = useStore(release, (state) => state.newer);
  return (
    <>
      {trap && (
        <div className="notice-bar" role="alert">
          <p>
            {w('trap', { event: sentence(trap.at), message: trap.message })} {w('trapHelp')}
          </p>
          <button type="button" className="link-button" onClick={() => dismiss(store, 'trap')}>
            {t('app.dismiss')}
          </button>
        </div>
      )}
      <Refused onEdit={onEdit} />
      {events !== undefined && (
        <div className="notice-bar">
          <p>
            <span role="status">{t('app.opening')}</span>{' '}
            {w('events', { events: events.toLocaleString(language) })}
          </p>
          <button type="button" className="link-button" onClick={cancelOpening}>
            {t('app.cancel')}
          </button>
        </div>
      )}
      <StorageNotice />
      {newer && (
        <div className="notice-bar" role="status">
          <p>{w('newer')}</p>
          <button type="button" className="link-button" onClick={release.change}>
            {t('app.reload')}
          </button>
        </div>
      )}
      {notice && (
        <div className="notice-bar" role="status">
          <p>
            <NoticeText notice={notice} />
          </p>
          <button type="button" className="link-button" onClick={() => dismiss(store, 'notice')}>
            {t('app.dismiss')}
          </button>
        </div>
      )}
    </>
  );
}

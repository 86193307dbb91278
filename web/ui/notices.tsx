import { useStore } from 'zustand';
import { forgetSetAside, setAside } from '../store/browser/set_aside';
import type { ReleaseStore } from '../store/page/release';
import { useStage, useStageStore } from '../store/stage/stage_context';
import type { Notice } from '../store/stage/stage_state';
import { useTranslation } from './i18n';
import { useSentence } from './use_sentence';
import { useText } from './use_text';

function NoticeText({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  if (notice.kind === 'anchor-moved') return t('app.anchorMoved');
  if (notice.kind === 'link-broken')
    return t('app.linkBroken', { fields: notice.fields.join(', ') });
  if (notice.kind === 'link-missing') return t('app.linkMissing');
  if (notice.kind === 'file-unreadable') return t('problem.unreadable', { name: notice.name });
  return t('problem.tooLarge', { size: (notice.bytes / 1e6).toFixed(1), limit: 1 });
}

/** What this browser kept and nobody can read. */
function StorageNotice() {
  const { t } = useTranslation();
  const { things, silent } = useStore(setAside);
  if (things.length === 0 && !silent) return null;
  const names = things.map((thing) => t(`app.stored.${thing}`));
  const named = new Intl.ListFormat(document.documentElement.lang).format(names);
  return (
    <div className="notice-bar" role="status">
      <p>
        {things.length > 0 && t('app.setAside', { things: named })}{' '}
        {silent && t('app.storageSilent')}
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

/** What must be told above everything: refused files, traps, links that were not whole, a newer release. */
export function Notices({ release, onEdit }: NoticesProps) {
  const { t } = useTranslation();
  const text = useText();
  const sentence = useSentence();
  const { set } = useStageStore().getState();
  const refused = useStage((state) => state.refused);
  const trap = useStage((state) => state.trap);
  const notice = useStage((state) => state.notice);
  const newer = useStore(release, (state) => state.newer);
  const first = refused?.problems[0];
  return (
    <>
      {trap && (
        <div className="notice-bar" role="alert">
          <p>
            {t('problem.trap', { event: sentence(trap.at), message: trap.message })}{' '}
            {t('problem.trapHelp')}
          </p>
          <button type="button" className="link-button" onClick={() => set({ trap: undefined })}>
            {t('app.dismiss')}
          </button>
        </div>
      )}
      {refused && first && (
        <div className="notice-bar" role="alert">
          <p>
            <strong>{t('problem.title')}.</strong>{' '}
            {t('editor.problemAt', {
              path:
                first.line === undefined
                  ? t('editor.whole')
                  : t('editor.problemLine', { line: first.line, column: first.column ?? 1 }),
              reason: text(first.reason),
            })}{' '}
            <span className="mute">{t('problem.keep')}</span>
          </p>
          <span>
            <button type="button" className="link-button" onClick={onEdit}>
              {t('editor.open')}
            </button>{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => set({ refused: undefined })}
            >
              {t('app.dismiss')}
            </button>
          </span>
        </div>
      )}
      <StorageNotice />
      {newer && (
        <div className="notice-bar" role="status">
          <p>{t('app.newer')}</p>
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
          <button type="button" className="link-button" onClick={() => set({ notice: undefined })}>
            {t('app.dismiss')}
          </button>
        </div>
      )}
    </>
  );
}

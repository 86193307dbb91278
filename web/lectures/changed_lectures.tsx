import { useEffect, useState } from 'react';
import { EMPTY_LINK } from '../link/link';
import { forgetEdit, listEdits, type OwnEdit } from '../store/browser/own_edits';
import { hrefOf } from '../store/page/address';
import { formatMoment } from '../ui/format/format_moment';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useLibraryWords } from './words/use_library_words';
import '../ui/i18n/later_words';

/** Lectures that the reader has changed, as they were saved in this browser. */
export function ChangedLectures() {
  const { t, language } = useTranslation();
  const words = useLibraryWords();
  const text = useText();
  const [own, setOwn] = useState<readonly OwnEdit[]>([]);
  useEffect(() => void listEdits().then(setOwn), []);
  if (own.length === 0) return null;
  const forget = async (each: OwnEdit) => {
    await forgetEdit(each);
    setOwn(await listEdits());
  };
  return (
    <ul className="lecture-list" aria-label={words('changed')}>
      {own.map((each) => {
        const { lecture, edit, title, used } = each;
        return (
          <li key={`${lecture} ${edit}`}>
            <a
              className="link-button lecture-title"
              href={hrefOf({ ...EMPTY_LINK, scenario: lecture, edit, step: 'mark' })}
            >
              {text(title)}
            </a>
            <p className="mute mono">
              {words('changed')} · {formatMoment(used, language)}{' '}
              <button
                type="button"
                className="link-button"
                aria-label={t('lectures.forget', { title: text(title) })}
                onClick={() => void forget(each)}
              >
                {t('timeline.deleteBranch')}
              </button>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

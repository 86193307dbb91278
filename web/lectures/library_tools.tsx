import { useText } from '../ui/use_text';
import { course } from './course';
import type { LibraryLink } from './model/link';
import { useLibraryWords } from './words/use_library_words';

interface LibraryToolsProps {
  readonly shown: LibraryLink;
  readonly onShow: (next: LibraryLink) => void;
}

/**
 * The filters of the library: everything, a path, only NVM, what was begun; and words to look for.
 */
export function LibraryTools({ shown, onShow }: LibraryToolsProps) {
  const words = useLibraryWords();
  const text = useText();
  const find = shown.find ? { find: shown.find } : {};
  const choices = [
    { key: '', label: words('everything'), on: !shown.path && !shown.only, next: {} },
    ...course.paths.map(({ id, title }) => ({
      key: `path-${id}`,
      label: text(title),
      on: shown.path === id,
      next: { path: id },
    })),
    ...(['nvm', 'begun'] as const).map((only) => ({
      key: only,
      label: words(only === 'nvm' ? 'onlyNvm' : 'begun'),
      on: shown.only === only,
      next: { only },
    })),
  ];
  return (
    <div className="library-tools">
      <fieldset className="library-choices" aria-label={words('show')}>
        {choices.map(({ key, label, on, next }) => (
          <button
            key={key}
            type="button"
            className="pill"
            aria-pressed={on}
            onClick={() => onShow({ ...next, ...find })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <input
        type="search"
        className="library-find"
        aria-label={words('search')}
        placeholder={words('search')}
        value={shown.find ?? ''}
        onChange={({ target }) => {
          const { find: _before, ...rest } = shown;
          onShow(target.value ? { ...rest, find: target.value } : rest);
        }}
      />
    </div>
  );
}

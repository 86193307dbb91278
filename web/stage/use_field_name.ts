import { useTranslation } from '../ui/i18n';
import { fieldName } from './model/field_name';
import { enFields, useFieldWords } from './words/use_field_words';

type Word = keyof typeof enFields.word;
/**
 * The key of a word that no object may have as a field: the object would be taken for a promise.
 */
const wordOf = (field: string) => (field === 'then' ? 'afterwards' : field);
const isWord = (field: string): field is Word => Object.hasOwn(enFields.word, field);

/**
 * Returns a function that names a field in words: "thread 1, statement 4"; a field without words
 * keeps its name in files.
 */
export function useFieldName(): (path: string) => string {
  const { t } = useTranslation();
  const w = useFieldWords();
  return (path) => {
    if (path === '') return t('editor.whole');
    return fieldName(path)
      .map(({ field, number, name }) => {
        if (field === 'overrides' && name !== undefined) return w('price', { name });
        const known = wordOf(field);
        const word = isWord(known) ? w(`word.${known}`) : field;
        const which = name ?? number;
        return which === undefined ? word : w('named', { word, name: which });
      })
      .join(w('join'));
  };
}

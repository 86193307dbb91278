import { useTranslation } from '../ui/i18n';
import { fieldName } from './model/field_name';
import { enFields } from './words/en_fields';
import { useFieldWords } from './words/use_field_words';

type Word = keyof typeof enFields.word;
/** A word by a field that no object may have: it would be a promise. */
const wordOf = (field: string) => (field === 'then' ? 'afterwards' : field);
const isWord = (field: string): field is Word => Object.hasOwn(enFields.word, field);

/**
 * Gives a field's name in words: "thread 1, statement 4"; a field that has no words stays as files
 * call it.
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

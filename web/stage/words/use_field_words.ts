import { partOf } from '../../ui/i18n/part';
import { enFieldNames } from './en_field_names';

/** The names of the fields of scenarios and experiments in complaints, in English. */
export const enFields = {
  join: ', ',
  named: '{{word}} {{name}}',
  price: 'prices: {{name}}',
  place: 'line {{line}}, column {{column}}',
  jump: 'Go to {{place}}',
  faults_one: 'One fault',
  faults_other: '{{count}} faults',
  checking: 'Checking…',
  good: 'No faults.',
  word: {
    ...enFieldNames,
    duration: 'virtual time',
    statement: 'statement',
    value: 'value',
    colour: 'colour',
    rows: 'rows',
  },
} as const;

/** The words for fields of files and for complaints about them. */
export const useFieldWords = partOf(enFields, () =>
  import('./zh_fields').then((part) => part.zhFields),
);

import type { Refusal } from '../model/collect';
import { useClassWords } from '../words/use_class_words';

/** Returns a function that says why something could not be read. */
export function useRefusal(): (refusal: Refusal) => string {
  const w = useClassWords();
  return (refusal) => {
    switch (refusal.kind) {
      case 'too-large':
        return w('r_too_large', { bytes: refusal.bytes });
      case 'too-deep':
        return w('r_too_deep');
      case 'too-many':
        return w('r_too_many');
      case 'not-here':
        return w('r_not_here');
      case 'no-json':
        return w('r_no_json');
      case 'no-answers':
        return w('r_no_answers');
      case 'newer':
        return w('r_newer', { version: refusal.version });
      case 'misshapen':
        return w('r_misshapen', { path: refusal.path });
      case 'strange':
        return w('r_strange', { character: refusal.character, place: refusal.place });
      case 'length':
        return w('r_length', { length: refusal.length });
      case 'check':
        return w('r_check');
      case 'no-code':
        return w('r_no_code');
      case 'unknown-lecture':
        return w('r_unknown_lecture');
    }
  };
}

import { enLater } from './en_later';
import { addEnglish } from './index';

// The import of this module makes the words of panels, answers and verdicts available.
addEnglish(enLater);

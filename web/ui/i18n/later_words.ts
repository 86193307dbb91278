import { enLater } from './en_later';
import { addEnglish } from './index';

// Whoever imports this may use what panels, answers and verdicts say.
addEnglish(enLater);

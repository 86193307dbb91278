import { enLab } from './en_lab';
import { addEnglish } from './index';

// Whoever imports this may use what the laboratory says.
addEnglish({ lab: enLab });

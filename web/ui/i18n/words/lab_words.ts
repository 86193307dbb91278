import { addEnglish } from '../index';
import { enLab } from './en_lab';

// Whoever imports this may use what the laboratory says.
addEnglish({ lab: enLab });

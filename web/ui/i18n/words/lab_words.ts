import { addEnglish } from '../index';
import { enLab } from './en_lab';

// The import of this module makes the words of the laboratory available.
addEnglish({ lab: enLab });

import { addEnglish } from '../index';
import { enCompare } from './en_compare';

// Whoever imports this may use what the comparison says.
addEnglish({ compare: enCompare });

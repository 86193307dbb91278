import { enCompare } from './en_compare';
import { addEnglish } from './index';

// Whoever imports this may use what the comparison says.
addEnglish({ compare: enCompare });

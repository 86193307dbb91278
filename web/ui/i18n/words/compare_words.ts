import { addEnglish } from '../index';
import { enCompare } from './en_compare';

// The import of this module makes the words of the comparison available.
addEnglish({ compare: enCompare });

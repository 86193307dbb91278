import { addEnglish } from '../index';
import { enRace } from './en_race';

// The import of this module makes the words of the race available.
addEnglish({ race: enRace });

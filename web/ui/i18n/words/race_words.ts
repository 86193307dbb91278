import { addEnglish } from '../index';
import { enRace } from './en_race';

// Whoever imports this may use what the race says.
addEnglish({ race: enRace });

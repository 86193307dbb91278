import { enRace } from './en_race';
import { addEnglish } from './index';

// Whoever imports this may use what the race says.
addEnglish({ race: enRace });

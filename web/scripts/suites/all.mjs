// Every suite of the test command.
import { coverageSuites } from './coverage.mjs';
import { engineSuites } from './engine.mjs';
import { mutantSuites } from './mutants.mjs';
import { pageSuites } from './page.mjs';
import { pathSuites } from './paths.mjs';
import { postgresSuites } from './postgres.mjs';
import { searchSuites } from './search.mjs';

/** @typedef {import('./suite.mjs').Suite} Suite */

/** The suites in the order in which they run: those that fail early come first. */
const ORDER = [
  'engine',
  'types',
  'lint',
  'layers',
  'numbers',
  'native',
  'explore',
  'sanitize',
  'fuzz',
];
/** @param {Suite} suite */
const rank = ({ name }) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
export const suites = [
  ...engineSuites,
  ...pageSuites,
  ...postgresSuites,
  ...pathSuites,
  ...searchSuites,
  ...coverageSuites,
  ...mutantSuites,
].sort((a, b) => rank(a) - rank(b));

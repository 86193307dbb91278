// The files and packages that a source file of the page names.

/**
 * The imports of a file, as they are written there. `later` marks those that the page loads on
 * demand: by a call or as a worker's address.
 * @param {string} text
 */
export const importsIn = (text) =>
  [...text.matchAll(/(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"]+)\2/g)].map(
    ([, how = '', , path = '']) => ({ path, later: how.includes('(') }),
  );

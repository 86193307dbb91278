// Which files and packages a source file of the page names.

/**
 * What a file imports, as it is written there. `later`: by a call or as a worker's address, when
 * the page asks for it.
 * @param {string} text
 */
export const importsIn = (text) =>
  [...text.matchAll(/(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"]+)\2/g)].map(
    ([, how = '', , path = '']) => ({ path, later: how.includes('(') }),
  );

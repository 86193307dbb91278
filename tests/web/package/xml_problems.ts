import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const folder = join(import.meta.dirname, 'schema');
const schema = (name: string) => ({
  fileName: `${name}.xsd`,
  contents: readFileSync(join(folder, `${name}.xsd`), 'utf8'),
});

/** The objections of a schema of this folder to each text; none if it is valid. */
export async function xmlProblems(
  name: 'imscp' | 'cmi5',
  texts: readonly string[],
): Promise<readonly string[]> {
  const files = texts.map((contents, place) => ({ fileName: `made${place}.xml`, contents }));
  const { errors } = await validateXML({
    xml: files,
    schema: [schema(name)],
    ...(name === 'imscp' && { preload: [schema('adlcp')] }),
  });
  return files.map(({ fileName }) =>
    errors
      .filter(({ loc }) => loc?.fileName === fileName)
      .map(({ message }) => message)
      .join('\n'),
  );
}

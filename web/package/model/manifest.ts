/** @file `imsmanifest.xml`: what a course system reads first of a SCORM 1.2 package. */

/** The content of a manifest. */
export interface ManifestOf {
  /** The identifier, of letters, digits and `-`: the same package has the same one. */
  readonly id: string;
  readonly title: string;
  /** The page that the course system shows. */
  readonly start: string;
  /** All files of the package except the manifest, with `/` between folders. */
  readonly files: readonly string[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The characters that XML 1.0 allows in no text, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const BANNED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes a text for an element or an attribute. */
export const xmlText = (text: string): string =>
  text.replace(BANNED, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The path of a file as a manifest writes it: a relative address. */
export const hrefOf = (path: string): string =>
  xmlText(path.split('/').map(encodeURIComponent).join('/'));

/** The manifest, with one reporting activity made of all files. */
export function manifestOf({ id, title, start, files }: ManifestOf): string {
  const named = xmlText(title);
  const listed = files.map((path) => `      <file href="${hrefOf(path)}"/>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="afterimage-${id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd
    http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${named}</title>
      <item identifier="lectures" identifierref="site" isvisible="true">
        <title>${named}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="site" type="webcontent" adlcp:scormtype="sco" href="${hrefOf(start)}">
${listed}
    </resource>
  </resources>
</manifest>
`;
}

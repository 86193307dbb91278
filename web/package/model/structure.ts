/** @file `cmi5.xml`: what a course system reads first of a cmi5 package. */
import { hrefOf, type ManifestOf, xmlText } from './manifest';

/**
 * The fraction of first answers that must be right to pass; a lecturer may choose another one in
 * the course system.
 */
export const MASTERY_SCORE = 0.5;

/** The description repeats the title, since a course system requires one. */
const texts = (name: string, text: string): string => `<${name}>
      <langstring lang="und">${xmlText(text)}</langstring>
    </${name}>`;

/** The structure, with one reporting activity made of all files. */
export function structureOf({ id, title, start }: ManifestOf): string {
  const said = `${texts('title', title)}
    ${texts('description', title)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="urn:afterimage:course:${id}">
    ${said}
  </course>
  <au id="urn:afterimage:course:${id}:lectures" moveOn="Completed"
      masteryScore="${MASTERY_SCORE}" launchMethod="AnyWindow">
    ${said}
    <url>${hrefOf(start)}</url>
  </au>
</courseStructure>
`;
}

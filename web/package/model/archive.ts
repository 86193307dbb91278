/** @file The package itself: one archive of the site's files, the course and the manifest. */
import { strToU8, zipSync } from 'fflate';
import { shortHash } from '../../model/edit/short_code';
import { list, string } from '../../model/values/shape';
import { COURSE_FILE, type Course, titleIn } from './course_file';
import { MANIFEST_FILE, manifestOf } from './manifest';

/** The page that a course system shows, beside the site's other pages. */
export const PACKAGE_PAGE = 'scorm.html';
/** The build's list of the files that this page needs. */
export const FILE_LIST = 'package_files.json';

/** No date that a build has: the same course is the same archive. */
const MADE = new Date(2000, 0, 1);

/** Reads the build's list; undefined where it is none. */
export function readFileList(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return list(string)(value, '') ? undefined : (value as readonly string[]);
  } catch {
    return undefined;
  }
}

/** What a package is called: its title as far as file names can have it. */
export function archiveName(course: Course, language: 'en' | 'zh'): string {
  const plain = titleIn(course, language)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || 'lectures'}-scorm.zip`;
}

/** The archive of a course and the site's files that its page needs, by their path. */
export function packageArchive(
  course: Course,
  site: Readonly<Record<string, Uint8Array>>,
  language: 'en' | 'zh',
): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(course);
  const files = [...Object.keys(site), COURSE_FILE].sort();
  const manifest = manifestOf({
    id: shortHash(text, 6),
    title: titleIn(course, language),
    start: PACKAGE_PAGE,
    files,
  });
  return zipSync(
    { [MANIFEST_FILE]: strToU8(manifest), [COURSE_FILE]: strToU8(text), ...site },
    { mtime: MADE },
  );
}

/** @file The package itself: one archive of the site's files, the course and the manifest. */
import { strToU8, zipSync } from 'fflate';
import { shortHash } from '../../model/edit/short_code';
import { list, string } from '../../model/values/shape';
import { COURSE_FILE, type Course, titleIn } from './course_file';
import { type ManifestOf, manifestOf } from './manifest';
import { structureOf } from './structure';

/** The formats that course systems accept. */
export type Form = 'scorm' | 'cmi5';

interface FormOf {
  /** The page that a course system shows, beside the site's other pages. */
  readonly page: string;
  /** The file that a course system reads first, and its content. */
  readonly file: string;
  readonly write: (of: ManifestOf) => string;
}

const FORMS: Readonly<Record<Form, FormOf>> = {
  scorm: { page: 'scorm.html', file: 'imsmanifest.xml', write: manifestOf },
  cmi5: { page: 'cmi5.html', file: 'cmi5.xml', write: structureOf },
};

export const isForm = (value: unknown): value is Form => value === 'scorm' || value === 'cmi5';
/** The pages of all forms. */
export const PACKAGE_PAGES: readonly string[] = Object.values(FORMS).map(({ page }) => page);
/** The build's list of the files that these pages need. */
export const FILE_LIST = 'package_files.json';

/** The archive has a fixed date: the same course gives the same archive. */
const MADE = new Date(2000, 0, 1);

/** Reads the build's list; undefined for any other text. */
export function readFileList(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return list(string)(value, '') ? undefined : (value as readonly string[]);
  } catch {
    return undefined;
  }
}

/** The file's name of a package: its title, as far as file names allow. */
export function archiveName(course: Course, language: 'en' | 'zh', form: Form = 'scorm'): string {
  const plain = titleIn(course, language)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || 'lectures'}-${form}.zip`;
}

/** The archive of a course and the site's files that its page needs, by their path. */
export function packageArchive(
  course: Course,
  site: Readonly<Record<string, Uint8Array>>,
  language: 'en' | 'zh',
  form: Form = 'scorm',
): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(course);
  const { page, file, write } = FORMS[form];
  // Each form has a page of its own.
  const own = Object.fromEntries(
    Object.entries(site).filter(([path]) => path === page || !PACKAGE_PAGES.includes(path)),
  );
  const files = [...Object.keys(own), COURSE_FILE].sort();
  const manifest = write({
    id: shortHash(text, 6),
    title: titleIn(course, language),
    start: page,
    files,
  });
  return zipSync(
    { [file]: strToU8(manifest), [COURSE_FILE]: strToU8(text), ...own },
    { mtime: MADE },
  );
}

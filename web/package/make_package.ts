import { FILE_LIST, type Form, packageArchive, readFileList } from './model/archive';
import type { Course } from './model/course_file';

/** The reason why no package can be made here. */
export class NoBuiltSite extends Error {}

/** The number of files that are fetched at a time. */
const AT_ONCE = 8;

async function fetched(path: string): Promise<Response> {
  const response = await fetch(`./${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Fetches the build's list of files; a development server answers with a page in its place. */
async function listed(): Promise<readonly string[]> {
  const response = await fetch(`./${FILE_LIST}`);
  const files = response.ok ? readFileList(await response.text()) : undefined;
  if (!files) throw new NoBuiltSite();
  return files;
}

/** Makes the package of a course, from the files of the site that shows this page. */
export async function makePackage(
  course: Course,
  language: 'en' | 'zh',
  form: Form,
  onProgress: (done: number, of: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const paths = await listed();
  const site: Record<string, Uint8Array> = {};
  const waiting = [...paths];
  let done = 0;
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      site[path] = new Uint8Array(await (await fetched(path)).arrayBuffer());
      onProgress(++done, paths.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return packageArchive(course, site, language, form);
}

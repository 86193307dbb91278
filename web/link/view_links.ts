import { type BreakLink, breakFields } from '../breakit/model/link';
import { type CompareLink, compareFields } from '../compare/model/link';
import { type PlanLink, planFields } from '../course/model/link';
import { type DrillLink, drillFields } from '../drill/model/link';
import { type LabLink, labFields } from '../lab/model/link';
import { type LibraryLink, libraryFields } from '../lectures/model/link';
import { type LitmusLink, litmusFields } from '../litmus/model/link';
import type { LinkField, ViewFields } from '../model/link/link_value';
import { type OwnLink, ownFields } from '../own/model/link';
import { type RaceLink, raceFields } from '../race/model/link';

/** The views' parts of a link. Each is read and written in its view's folder. */
export interface ViewLinks {
  readonly compare?: CompareLink | undefined;
  /** The Lab's part; undefined for the list of all experiments. */
  readonly lab?: LabLink | undefined;
  readonly breakit?: BreakLink | undefined;
  readonly race?: RaceLink | undefined;
  readonly library?: LibraryLink | undefined;
  readonly drill?: DrillLink | undefined;
  readonly litmus?: LitmusLink | undefined;
  /** Logs that the reader writes. */
  readonly write?: OwnLink | undefined;
  /** The course plan, also while one of its entries is open in another view. */
  readonly plan?: PlanLink | undefined;
}

type Part = keyof ViewLinks;

/** A view by its name in links, and its part of them. */
function view<K extends Part>(
  name: string,
  part: K,
  fields: ViewFields<NonNullable<ViewLinks[K]>>,
) {
  const of = (links: ViewLinks) => links[part] as NonNullable<ViewLinks[K]> | undefined;
  return {
    name,
    part,
    place: (links: ViewLinks) => fields.place(of(links)),
    encode: (links: ViewLinks) => {
      const own = of(links);
      return own ? fields.encode(own) : [];
    },
    read: (field: LinkField, before: ViewLinks) => fields.read(field, of(before)),
  };
}

/** The views in the order in which a link has them. */
const VIEWS = [
  view('compare', 'compare', compareFields),
  view('lab', 'lab', labFields),
  view('breakit', 'breakit', breakFields),
  view('race', 'race', raceFields),
  view('lectures', 'library', libraryFields),
  view('drill', 'drill', drillFields),
  view('litmus', 'litmus', litmusFields),
  view('write', 'write', ownFields),
  view('plan', 'plan', planFields),
];
const NONE: ViewLinks = Object.fromEntries(VIEWS.map(({ part }) => [part, undefined]));

const find = (wanted: string | undefined) => VIEWS.find(({ name }) => name === wanted);

/**
 * Keeps only this view's part of a link; the other parts exist and are undefined. A plan that the
 * reader goes through belongs to every view.
 */
export function ofView(name: string | undefined, links: ViewLinks): ViewLinks {
  const part = find(name)?.part;
  const { plan } = links;
  return {
    ...NONE,
    ...(plan?.at !== undefined && { plan }),
    ...(part && { [part]: links[part] }),
  };
}

/** The text that tells places of a view apart; see ViewFields. */
export const placeInView = (name: string, links: ViewLinks): string =>
  find(name)?.place(links) ?? '';

/** The fields of all views' parts. */
export const encodeViews = (links: ViewLinks): LinkField[] =>
  VIEWS.flatMap(({ encode }) => encode(links));

/** Returns the change that a field makes; undefined where it belongs to no view. */
export function readView(
  field: LinkField,
  before: ViewLinks,
): ViewLinks | 'unreadable' | 'too-large' | undefined {
  for (const { part, read } of VIEWS) {
    const link = read(field, before);
    if (link) return typeof link === 'string' ? link : { [part]: link };
  }
  return undefined;
}

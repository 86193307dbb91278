import { NO_CHANGES } from '../model/experiment/change_fields';
import type { ComparedSides, Prediction } from '../model/experiment/prediction';
import { EMPTY_LINK, encodeLink } from './link';
import type { LinkState } from './link_state';

export type LinkLayout = NonNullable<LinkState['layout']>;

/** A fragment that opens this in the present layout. */
function fragment(link: Partial<LinkState>, layout: LinkLayout): string {
  return `#${encodeLink({ ...EMPTY_LINK, ...link, ...(layout !== 'desk' && { layout }) })}`;
}

/** The experiment, with its questions first. */
export function predictionHref(
  { id, experiment }: Pick<Prediction, 'id' | 'experiment'>,
  layout: LinkLayout,
): string {
  return fragment(
    { view: 'lab', lab: { experiment, changes: NO_CHANGES, prediction: id } },
    layout,
  );
}

/** The lecture's script on both systems. */
export function compareHref(
  lecture: string,
  { left, right }: ComparedSides,
  layout: LinkLayout,
): string {
  const compare = {
    left: { ...left, mutations: [] },
    right: { ...right, mutations: [] },
    cuts: [],
  };
  return fragment({ view: 'compare', scenario: lecture, compare }, layout);
}

/** A drill with any number of questions like those of a lecture. */
export function drillHref(lecture: string, layout: LinkLayout): string {
  return fragment({ view: 'drill', drill: { lectures: [lecture] } }, layout);
}

/** The lecture from its beginning, stepped by its marks. */
export function lectureHref(lecture: string, layout: LinkLayout): string {
  return fragment({ scenario: lecture, step: 'mark' }, layout);
}

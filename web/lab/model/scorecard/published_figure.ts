import papers from '../../../../scenarios/scorecard/papers.json';

/** The origin of an experiment: the paper that its id begins with, and the figure that it names. */
export interface PublishedFigure {
  /** Authors, title, venue and year. */
  readonly cite: string;
  readonly figure?: string;
}

/** The figure; undefined for the reader's own experiment, or for one that belongs to no paper. */
export function publishedFigure(id: string): PublishedFigure | undefined {
  const paper = papers.find((each) => id.startsWith(`${each.id}-`));
  if (!paper) return undefined;
  const [, figure] = /-fig(\d+[a-z]?)(?=-|$)/.exec(id) ?? [];
  return { cite: paper.cite, ...(figure !== undefined && { figure }) };
}

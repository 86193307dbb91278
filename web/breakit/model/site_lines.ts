import type { Listing, ListingLine, SchemeDescription } from '../../engine/protocol';
import type { VerifySite } from '../../engine/protocol/exploration';

/** A line of an algorithm: which listing, and its number there from 1. */
export interface LineOf {
  readonly listing: Listing;
  readonly number: number;
  readonly line: ListingLine;
}

/** The line that events name by `label`. */
export function lineOf(scheme: SchemeDescription, label: number): LineOf | undefined {
  for (const listing of scheme.listings) {
    const index = listing.lines.findIndex((line) => line.label === label);
    const line = listing.lines[index];
    if (line) return { listing, number: index + 1, line };
  }
  return undefined;
}

/** The site that a mutation's name refers to. */
export function siteOfMutation(
  sites: readonly VerifySite[],
  mutation: string,
): { readonly site: VerifySite; readonly how: 'leave-out' | 'delay' } | undefined {
  for (const site of sites) {
    if (site.leaveOut === mutation) return { site, how: 'leave-out' };
    if (site.delay === mutation) return { site, how: 'delay' };
  }
  return undefined;
}

export const isSiteMutation = (mutation: string): boolean => /^(leave-out|delay)-/.test(mutation);

/** Sites by their listing, in the order of the listings; undefined groups those in no listing. */
export function sitesByListing(
  scheme: SchemeDescription,
  sites: readonly VerifySite[],
): { readonly listing: Listing | undefined; readonly sites: readonly VerifySite[] }[] {
  const of = (site: VerifySite) => lineOf(scheme, site.label);
  const groups = [...scheme.listings, undefined].map((listing) => ({
    listing,
    sites: sites
      .filter((site) => of(site)?.listing === listing)
      .sort(
        (a, b) => (of(a)?.number ?? a.label) - (of(b)?.number ?? b.label) || a.ordinal - b.ordinal,
      ),
  }));
  return groups.filter((group) => group.sites.length > 0);
}

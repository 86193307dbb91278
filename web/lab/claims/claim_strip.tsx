import { scaleLinear } from 'd3-scale';
import { type RepeatedClaim, spreads } from '../model/scorecard/seeds';

const WIDTH = 320;
const HEIGHT = 18;
const EDGE = 8;
const RADIUS = 4;

/**
 * A claim as a strip: the published range as a bar, the measurements as dots over it, the values of
 * its seeds behind each.
 */
export function ClaimStrip({ claim }: { claim: RepeatedClaim }) {
  const { expected, measured } = claim;
  const bands = spreads(claim);
  const known = [
    ...expected.filter((value) => value !== null),
    ...(measured ?? []),
    ...bands.flat(),
  ];
  // The value at which a ratio means no difference is marked.
  const even = claim.as === 'value' ? undefined : claim.as === 'ratio' ? 1 : 0;
  const all = even === undefined ? known : [...known, even];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = (most - least || Math.abs(most) || 1) * 0.12;
  const scale = scaleLinear()
    .domain([least - margin, most + margin])
    .range([EDGE, WIDTH - EDGE]);
  const [low, high] = expected;
  const from = low === null ? 0 : scale(low);
  const to = high === null ? WIDTH : scale(high);
  const middle = HEIGHT / 2;
  const ends = measured && [Math.min(...measured), Math.max(...measured)].map(scale);
  return (
    <svg className="claim-strip" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className="strip-axis" x1={0} x2={WIDTH} y1={middle} y2={middle} />
      <rect
        className="strip-range"
        x={from}
        y={2}
        width={Math.max(2, to - from)}
        height={HEIGHT - 4}
      />
      {low !== null && <line className="strip-edge" x1={from} x2={from} y1={1} y2={HEIGHT - 1} />}
      {high !== null && <line className="strip-edge" x1={to} x2={to} y1={1} y2={HEIGHT - 1} />}
      {even !== undefined && (
        <line className="strip-one" x1={scale(even)} x2={scale(even)} y1={0} y2={HEIGHT} />
      )}
      {ends && (
        <line className="strip-measured" x1={ends[0]} x2={ends[1]} y1={middle} y2={middle} />
      )}
      {bands.map((band, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two bands may be equal.
        <Spread key={n} ends={band.map(scale)} dot={scale(measured?.[n] ?? 0)} />
      ))}
      {measured?.map((value, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two values may be equal.
        <circle key={n} className="strip-dot" cx={scale(value)} cy={middle} r={RADIUS} />
      ))}
    </svg>
  );
}

interface SpreadProps {
  /** The smallest and the largest value of the seeds. */
  readonly ends: readonly number[];
  readonly dot: number;
}

/** The spread of the seeds; an end that the dot covers is left out. */
function Spread({ ends, dot }: SpreadProps) {
  const seen = ends.filter((end) => Math.abs(end - dot) > RADIUS + 1);
  if (seen.length === 0) return null;
  const middle = HEIGHT / 2;
  const edges = seen.map((end) => `M${end} ${middle - 5}v10`).join('');
  return <path className="strip-spread" d={`M${ends[0]} ${middle}H${ends[1]}${edges}`} />;
}

import type { LitmusReply } from '../engine/protocol/litmus';
import { layersOf } from './model/order';
import { useLitmusWords } from './words/use_litmus_words';

const BOX = { width: 104, height: 26, gapX: 44, gapY: 12 } as const;

interface OrderProps {
  readonly reply: LitmusReply;
  readonly lineText: (line: number) => string;
}

/** A graph of stores: an arrow leads from one to those that must persist after it. */
export function PersistOrder({ reply, lineText }: OrderProps) {
  const w = useLitmusWords();
  if (reply.order.length === 0)
    return (
      <section>
        <h2>{w('order')}</h2>
        <p className="mute">{w('orderNone')}</p>
      </section>
    );
  const layers = layersOf(reply.order);
  const place = new Map(
    layers.flatMap((lines, x) =>
      lines.map((line, y) => [
        line,
        { x: x * (BOX.width + BOX.gapX), y: y * (BOX.height + BOX.gapY) },
      ]),
    ),
  );
  const width = layers.length * (BOX.width + BOX.gapX) - BOX.gapX;
  const height =
    Math.max(...layers.map(({ length }) => length)) * (BOX.height + BOX.gapY) - BOX.gapY;
  const pairs = reply.order.map(({ from, to }) =>
    w('orderPair', { from: lineText(from), to: lineText(to) }),
  );
  return (
    <section className="litmus-order">
      <h2>{w('order')}</h2>
      <svg
        role="img"
        aria-label={pairs.join('; ')}
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        style={{ maxWidth: `${width * 1.25}px` }}
      >
        <defs>
          <marker
            id="litmus-arrow"
            markerWidth="8"
            markerHeight="8"
            refX="7"
            refY="4"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8z" fill="currentColor" />
          </marker>
        </defs>
        {reply.order.map(({ from, to }) => {
          const [a, b] = [place.get(from), place.get(to)];
          return a && b ? (
            <path
              key={`${from}-${to}`}
              className="litmus-edge"
              markerEnd="url(#litmus-arrow)"
              d={`M${a.x + BOX.width} ${a.y + BOX.height / 2}L${b.x - 2} ${b.y + BOX.height / 2}`}
            />
          ) : null;
        })}
        {[...place].map(([line, { x, y }]) => (
          <g key={line} transform={`translate(${x} ${y})`}>
            <rect className="litmus-box" width={BOX.width} height={BOX.height} rx="3" />
            <text className="mono" x={BOX.width / 2} y={BOX.height / 2 + 4} textAnchor="middle">
              {lineText(line)}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}

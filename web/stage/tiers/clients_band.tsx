import type { ClientAt, Told } from '../../model/frame/clients';
import { useTranslation } from '../../ui/i18n';
import { fit, monoWidth, sansWidth } from '../../ui/text_width';
import { txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import type { StageLayout } from './layout/stage_layout';

const GAP = 12;
const PAD = 10;
/** The height from which a box has two lines. */
const TALL = 40;

/** Each client's box, from left to right. */
export function clientBoxes(layout: StageLayout, count: number): readonly Box[] {
  const { clients, bodyX, bodyWidth, narrow } = layout;
  if (!clients || count === 0) return [];
  const x = narrow ? 70 : bodyX;
  const width = (bodyWidth - (x - bodyX) + GAP) / count - GAP;
  return Array.from({ length: count }, (_, index) => ({
    x: x + index * (width + GAP),
    y: clients.y + 4,
    width,
    height: clients.height - 8,
  }));
}

/**
 * The words about a client that fit into this room: that its thread has no core comes before that
 * it has no answer.
 */
export function clientWords(told: string, coreless: string | undefined, room: number): string {
  if (coreless === undefined) return told;
  const both = `${told} · ${coreless}`;
  return sansWidth(both) <= room ? both : coreless;
}

/** The place of the words about a client in its box, and their room. */
export function wordsOf(box: Box, name: string): { readonly x: number; readonly room: number } {
  const head = box.height > TALL || name === '' ? 0 : monoWidth(name, 12) + 12;
  return { x: box.x + PAD + head, room: box.width - 2 * PAD - head };
}

/** The sign of the answer that a client has received. */
export const SIGN: Record<Told, string> = { 'not-yet': '◌', committed: '✓', aborted: '✗' };

/**
 * The statements of the transaction, with the running one marked; from the running one on where
 * there is no room for all.
 */
function Statements({ client, box }: { client: ClientAt; box: Box }) {
  const width = (text: string) => monoWidth(text) + 12;
  const now = Math.max(
    0,
    client.statements.findIndex(({ state }) => state === 'now'),
  );
  const all = client.statements.reduce((sum, { text }) => sum + width(text), 0);
  const from = all <= box.width ? 0 : Math.max(0, now - 1);
  let x = box.x;
  return client.statements.slice(from).map(({ text, state }, index) => {
    const own = width(text);
    if (x + own > box.x + box.width) return null;
    const at = x;
    x += own;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
      <g key={index} className={`statement ${state}`}>
        {state === 'now' && (
          <rect x={at - 4} y={box.y + 2} width={own - 2} height={18} className="statement-now" />
        )}
        <text className="mono" x={at + 2} y={box.y + 15}>
          {text}
        </text>
      </g>
    );
  });
}

function Client({
  client,
  box,
  name,
}: {
  client: ClientAt;
  box: Box;
  name: (txn: number) => string;
}) {
  const { t } = useTranslation();
  const answer = client.txn === 0 ? t('clients.none') : t(`clients.${client.told}`);
  const sign = client.txn === 0 ? '' : `${SIGN[client.told]} `;
  const own = name(client.txn);
  const before = client.before.map((each) => `${name(each.txn)} ${SIGN[each.told]}`).join('  ');
  const words = wordsOf(box, own);
  const coreless = client.coreless && client.txn > 0 ? t('clients.coreless') : undefined;
  const told = clientWords(answer, coreless, words.room - sansWidth(sign));
  const tall = box.height > TALL;
  const line = tall ? 18 : box.height / 2 + 4.5;
  const toldWidth = sansWidth(sign + told) + 8;
  const head = own === '' ? 0 : monoWidth(own, 12) + 12;
  return (
    <g
      className={`client ${txnClass(client.txn)} ${client.told}`}
      role="img"
      aria-label={t('clients.label', { number: client.thread + 1, txn: own, told })}
    >
      <rect className="client-box" {...box} rx={6} />
      <text className="client-name mono" x={box.x + PAD} y={box.y + line}>
        {own}
      </text>
      {tall && (
        <Statements
          client={client}
          box={{ ...box, x: box.x + PAD + head, y: box.y + 3, width: box.width - head - 2 * PAD }}
        />
      )}
      <text className="client-told" x={words.x} y={box.y + (tall ? 40 : line)}>
        {fit(sign + told, words.room, sansWidth)}
      </text>
      {before !== '' && box.width > toldWidth + head + monoWidth(before) + 2 * PAD && (
        <text
          className="caption"
          x={box.x + box.width - PAD}
          y={box.y + (tall ? 40 : line)}
          textAnchor="end"
        >
          {before}
        </text>
      )}
    </g>
  );
}

/** The promises to clients: a box for each client above the machine. */
export function ClientsBand({
  layout,
  clients,
  txnName,
}: {
  layout: StageLayout;
  clients: readonly ClientAt[];
  txnName: (txn: number) => string;
}) {
  const { t } = useTranslation();
  if (!layout.clients) return null;
  const boxes = clientBoxes(layout, clients.length);
  return (
    <g>
      <rect className="band clients" {...layout.clients} />
      <text className="band-name" x={12} y={layout.clients.y + (layout.tight ? 20 : 22)}>
        {t('clients.title')}
      </text>
      {!layout.narrow && layout.clients.height > 40 && (
        <text className="caption" x={12} y={layout.clients.y + 38}>
          {t('clients.note')}
        </text>
      )}
      {clients.map((client, index) => {
        const box = boxes[index];
        return box && <Client key={client.thread} client={client} box={box} name={txnName} />;
      })}
    </g>
  );
}

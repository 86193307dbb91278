import { useMemo, useRef, useState } from 'react';
import type { Frame, TierId } from '../../engine/protocol';
import { aboutOf } from '../../model/lecture/subjects';
import type { Account } from '../../model/questions/account';
import { recoveryWays, structuresOfWays } from '../../model/questions/recovery_ways';
import { useLayoutWords } from '../../stage/tiers/scene';
import { Tiers } from '../../stage/tiers/tiers';
import { useTransactionName } from '../../stage/use_transaction_name';
import { useSession } from '../../store/stage/stage_context';
import type { Session } from '../../store/stage/stage_state';
import { useSize } from '../../ui/hooks/use_size';
import { useWitnessWords } from '../words/use_witness_words';
import { pictureHeight, pictureSetting } from './picture_setting';

/** The picture is no higher than this, in CSS pixels. */
const MOST = 460;
/** The picture is a little smaller than the stage itself. */
const SMALL = 0.9;

type Shown = 'left' | 'done';
const SHOWN: readonly Shown[] = ['left', 'done'];

interface ImagePictureProps {
  readonly account: Account;
  /** The factor by which everything is larger than on a desk. */
  readonly zoom: number;
}

/**
 * A power cut as the stage shows it, in small: what it left, and what recovery moved from where to
 * where.
 */
export function ImagePicture({ account, zoom }: ImagePictureProps) {
  const w = useWitnessWords();
  const [shown, setShown] = useState<Shown>('done');
  const pane = useRef<HTMLDivElement>(null);
  const { width } = useSize(pane);
  const session = useSession();
  return (
    <figure className="witness-picture">
      <div ref={pane} role="img" aria-label={w(`picture.${shown}Help`)} data-shown={shown}>
        {/* The picture cannot be operated: "Show me" leads to the stage itself. */}
        <div inert>
          {session && width > 0 && (
            <Picture session={session} account={account} shown={shown} width={width} zoom={zoom} />
          )}
        </div>
      </div>
      <figcaption>
        <fieldset className="picture-choice">
          <legend className="visually-hidden">{w('picture.title')}</legend>
          {SHOWN.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={shown === each}
              onClick={() => setShown(each)}
            >
              {w(`picture.${each}`)}
            </button>
          ))}
        </fieldset>
      </figcaption>
    </figure>
  );
}

interface PictureProps extends ImagePictureProps {
  readonly session: Session;
  readonly shown: Shown;
  readonly width: number;
}

function Picture({ session, account, shown, width, zoom }: PictureProps) {
  const { run, recovery, done, left } = account;
  const { structures } = session.scheme;
  const ways = useMemo(
    () => recoveryWays(run.trace, recovery, done, structures),
    [run, recovery, done, structures],
  );
  const about = useMemo(() => {
    const named = aboutOf(session.scenario);
    return named.size === 0 ? named : new Set([...named, ...structuresOfWays(ways)]);
  }, [session.scenario, ways]);
  const setting = useMemo(() => pictureSetting(session, account, about), [session, account, about]);
  const frame = useMemo(
    (): Frame => (shown === 'done' ? { ...done, transfers: ways } : { ...left, transfers: [] }),
    [shown, done, left, ways],
  );
  const { info } = session;
  const txnName = useTransactionName(info);
  const context = useLayoutWords(txnName);
  const scale = SMALL * zoom;
  const height = useMemo(
    () => pictureHeight(setting, width / scale, MOST / SMALL, context) * scale,
    [setting, width, scale, context],
  );
  return (
    <Tiers
      frame={frame}
      setting={setting}
      width={width}
      height={height}
      scale={scale}
      touched={undefined}
      focus={NOTHING}
      clients={NOTHING}
      selection={undefined}
      onSelect={nothing}
      txnName={txnName}
      notes={NO_NOTES}
      onToggle={nothing}
    />
  );
}

const NOTHING: readonly never[] = [];
const nothing = () => undefined;
const NO_NOTES: Readonly<Record<TierId, string | undefined>> = {
  cache: undefined,
  dram: undefined,
  nvm: undefined,
  disk: undefined,
};

import { useEffect } from 'react';
import kept from '../../scenarios/breakit/proofs.json';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { count } from '../ui/format/count';
import { useText } from '../ui/use_text';
import { WideTable } from '../ui/wide_table';
import { COUNTS, type Proofs, type ProofTally } from './model/proofs';
import { useProofWords } from './words/use_proof_words';
import './proofs.css';

const proofs = kept as Proofs;

const sumOf = (name: keyof ProofTally): number =>
  proofs.systems.reduce((sum, { tally }) => sum + (tally[name] ?? 0), 0);

/** The counts of one system, or of all. */
function Cells({ of }: { of: (name: keyof ProofTally) => number | undefined }) {
  const w = useProofWords();
  const [caught, mutations] = [of('caught'), of('mutations')];
  return (
    <>
      {COUNTS.map((name) => {
        const number = of(name);
        return (
          <td key={name} className="number">
            {number !== undefined && count(number)}
          </td>
        );
      })}
      <td className="number">
        {mutations !== undefined && w('of', { caught: caught ?? 0, mutations })}
      </td>
    </>
  );
}

/** The page of what the tests have tried of each system, and how often. */
export default function ProofsView({ services }: { services: Services }) {
  const w = useProofWords();
  const text = useText();
  const title = w('title');
  useEffect(() => {
    document.title = `${title} · Afterimage`;
  }, [title]);
  const columns = [...COUNTS, 'caught'] as const;
  return (
    <div className="proofs">
      <h1 id="proofs-title">{title}</h1>
      <p>{w('lead')}</p>
      <p>{w(`run.${proofs.depth}`, { day: proofs.day })}</p>
      <WideTable of="proofs-title">
        <thead>
          <tr>
            <th scope="col">{w('system')}</th>
            {columns.map((name) => (
              <th key={name} scope="col" className="number">
                {w(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {proofs.systems.map(({ id, title: name, tally }) => (
            <tr key={id}>
              <th scope="row">{text(name)}</th>
              <Cells of={(each) => tally[each]} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{w('all')}</th>
            <Cells of={sumOf} />
          </tr>
        </tfoot>
      </WideTable>
      <dl>
        {columns.map((name) => (
          <div key={name}>
            <dt>{w(`columns.${name}`)}</dt>
            <dd>{w(`tells.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mute">{w('none')}</p>
      <p>
        <button
          type="button"
          className="secondary"
          onClick={() => go(services.address, { view: 'breakit' })}
        >
          {w('explore')}
        </button>
      </p>
    </div>
  );
}

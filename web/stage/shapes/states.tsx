import { Suspense } from 'react';
import { lazyPart } from '../../ui/i18n/lazy_part';
import type { ShapeRenderer } from './shape';
import { table } from './table';

const Diagram = lazyPart(() => import('./state_diagram'));

/**
 * The states of a model, in rows. Few systems have one, so the arrows between them are fetched on
 * demand.
 */
export const states: ShapeRenderer = {
  ...table,
  Draw: (props) => (
    <Suspense fallback={<table.Draw {...props} />}>
      <Diagram {...props} />
    </Suspense>
  ),
};

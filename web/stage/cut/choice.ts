import type {
  Outlook,
  PendingUnit,
  Survive,
  SurvivePolicy,
  VerdictKind,
} from '../../engine/protocol';

/** The stores that persist, for each pending unit. */
export type Choice = readonly (readonly boolean[])[];

/** One store of a unit, found by its object. */
export interface StorePlace {
  readonly unit: number;
  readonly store: number;
}

/** The pending stores into one object, in the order of its fields' first stores. */
export interface ObjectGroup {
  readonly structure: string;
  readonly key: number;
  readonly txn: number;
  /** True if it is on its way to a disk. */
  readonly disk: boolean;
  readonly places: readonly StorePlace[];
}

/** Groups the pending stores by the object that they belong to. */
export function groupByObject(units: readonly PendingUnit[]): ObjectGroup[] {
  const groups = new Map<
    string,
    { structure: string; key: number; txn: number; disk: boolean; places: StorePlace[] }
  >();
  units.forEach((unit, unitIndex) => {
    unit.stores.forEach((store, storeIndex) => {
      const id = `${store.structure}/${store.key}`;
      const group = groups.get(id) ?? {
        structure: store.structure,
        key: store.key,
        txn: store.txn,
        disk: unit.tier === 'disk',
        places: [],
      };
      group.places.push({ unit: unitIndex, store: storeIndex });
      groups.set(id, group);
    });
  });
  return [...groups.values()];
}

/** Everything or nothing, as a choice. */
export function uniform(units: readonly PendingUnit[], survives: boolean): Choice {
  return units.map((unit) => unit.stores.map(() => survives));
}

/** The choice of an example of the outlook; a random one cannot be shown store by store. */
export function choiceOf(units: readonly PendingUnit[], survive: Survive): Choice | undefined {
  if (survive.survive === 'random') return undefined;
  const base = survive.survive === 'all';
  return units.map((unit) => {
    const named = survive.units?.find(
      (each) => each.tier === unit.tier && each.address === unit.address,
    );
    return unit.stores.map((_, index) => named?.stores[index] ?? base);
  });
}

/** The choice in the engine's form; units that agree with the policy need not be named. */
export function surviveOf(units: readonly PendingUnit[], choice: Choice): Survive {
  const flat = choice.flat();
  const policy: SurvivePolicy = flat.length > 0 && flat.every(Boolean) ? 'all' : 'none';
  if (policy === 'all' || !flat.some(Boolean)) return { survive: policy };
  const named = units
    .map(({ tier, address }, index) => ({ tier, address, stores: choice[index] ?? [] }))
    .filter(({ stores }) => stores.some(Boolean));
  return { survive: 'none', units: named };
}

/** The choice with some stores set. */
export function withStores(
  choice: Choice,
  places: readonly StorePlace[],
  survives: boolean,
): Choice {
  return choice.map((stores, unit) =>
    stores.map((old, store) =>
      places.some((each) => each.unit === unit && each.store === store) ? survives : old,
    ),
  );
}

const SEVERITY: readonly VerdictKind[] = [
  'lost',
  'visible',
  'never-existed',
  'damaged',
  'recovery-failed',
];

/** The worst image that the outlook met, if any breaks a promise. */
export function worstImage(outlook: Outlook): Survive | undefined {
  for (const kind of SEVERITY) {
    const image = outlook.verdicts.find((each) => each.verdict === kind);
    if (image) return image.example;
  }
  return undefined;
}

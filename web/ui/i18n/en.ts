import { enFirst } from './en_first';
import { enLater } from './en_later';
import { enCompare } from './words/en_compare';
import { enLab } from './words/en_lab';
import { enRace } from './words/en_race';

/** Every string of the interface in English; zh.ts must have the same keys. */
export const en = {
  ...enFirst,
  ...enLater,
  cut: { ...enFirst.cut, ...enLater.cut },
  outlook: { ...enFirst.outlook, ...enLater.outlook },
  transport: { ...enFirst.transport, ...enLater.transport },
  timeline: { ...enFirst.timeline, ...enLater.timeline },
  lectures: { ...enFirst.lectures, ...enLater.lectures },
  compare: enCompare,
  lab: enLab,
  race: enRace,
} as const;

type Widen<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };

/** The keys of the interface's strings. */
export type Messages = Widen<typeof en>;

import { WHOLE } from '../../model/link/link_value';
import type { ParamValue } from '../../model/scenario/side_choice';

/**
 * A panel's part of a link. `encode` names its fields in a fixed order and leaves undefined ones
 * out. `read` returns the change that one field makes, undefined where it belongs to something
 * else.
 */
export interface PanelFields<Choice> {
  encode(choice: Choice): readonly (readonly [field: string, value: ParamValue | undefined])[];
  read(field: string, value: string, before: Choice): Choice | 'unreadable' | undefined;
}

/** A choice that is a whole number. */
export const readWhole = <Name extends string>(name: Name, value: string) =>
  WHOLE.test(value) ? ({ [name]: Number(value) } as Record<Name, number>) : 'unreadable';

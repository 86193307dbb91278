import { WHOLE } from '../../model/link/link_value';
import type { ParamValue } from '../../model/scenario/side_choice';

/**
 * What a panel adds to a link. `encode` names its fields in an order that stays; what is undefined
 * is left out. `read` gives what one field changes, undefined where it belongs to something else.
 */
export interface PanelFields<Choice> {
  encode(choice: Choice): readonly (readonly [field: string, value: ParamValue | undefined])[];
  read(field: string, value: string, before: Choice): Choice | 'unreadable' | undefined;
}

/** A choice that is a whole number. */
export const readWhole = <Name extends string>(name: Name, value: string) =>
  WHOLE.test(value) ? ({ [name]: Number(value) } as Record<Name, number>) : 'unreadable';

import type { Description, ParamDescription, Scenario } from '../../engine/protocol';

export type ParamValue = string | number | boolean;

/** The system of one side of a comparison; parameters that are not named have their defaults. */
export interface SideChoice {
  readonly scheme: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly mutations: readonly string[];
}

/** A scheme that races; parameters that are not named have the values of a new race. */
export interface RacerChoice {
  readonly scheme: string;
  /** The program of the system that users write. */
  readonly program?: string;
  readonly params: Readonly<Record<string, ParamValue>>;
}

/** The system of a scenario. */
export function choiceOf({ scheme }: Scenario): SideChoice {
  return { scheme: scheme.id, params: scheme.params ?? {}, mutations: scheme.mutations ?? [] };
}

/**
 * The scenario of one side: the same script on the same machine. Marks, facts and faults are left
 * out, since they may refer to structures that this scheme does not have.
 */
export function sideScenario(base: Scenario, choice: SideChoice): Scenario {
  const {
    lecture: _lecture,
    marks: _marks,
    facts: _facts,
    faults: _faults,
    scheme: _scheme,
    delays,
    ...rest
  } = base;
  const { scheme, params, mutations } = choice;
  return {
    ...rest,
    ...(delays && scheme === base.scheme.id && { delays }),
    scheme: {
      id: scheme,
      ...(scheme === base.scheme.id &&
        base.scheme.program !== undefined && { program: base.scheme.program }),
      ...(Object.keys(params).length > 0 && { params }),
      ...(mutations.length > 0 && { mutations }),
    },
  };
}

/** A second system to compare with: the next scheme, else the next choice of the first policy. */
export function otherChoice(
  description: Description,
  choice: SideChoice,
  tables = false,
): SideChoice {
  const { schemes } = description;
  const index = schemes.findIndex(({ id }) => id === choice.scheme);
  const next = schemes[(index + 1) % schemes.length];
  if (next && next.id !== choice.scheme) return withScheme(description, choice, next.id, tables);
  const policy = schemes[index]?.params.find(({ choices }) => (choices?.length ?? 0) > 1);
  const now = policy && (choice.params[policy.id] ?? policy.default);
  const place = policy?.choices?.findIndex(({ id }) => id === now) ?? 0;
  const value = policy?.choices?.[(place + 1) % policy.choices.length]?.id;
  return policy && value ? withParam({ ...choice, mutations: [] }, policy, value) : choice;
}

/**
 * The choice with another scheme: parameters of both stay, the others go back to the defaults, or
 * with a workload to the values that suit its tables.
 */
export function withScheme(
  description: Description,
  choice: SideChoice,
  id: string,
  tables = false,
): SideChoice {
  const scheme = description.schemes.find((each) => each.id === id);
  const mutations = new Set(scheme?.mutations.map((each) => each.id));
  const params = Object.entries(choice.params).filter(([name, value]) => {
    const param = scheme?.params.find((each) => each.id === name);
    return param !== undefined && param.default !== value && fits(param, value);
  });
  return {
    scheme: id,
    params: { ...(tables && scheme?.forTables), ...Object.fromEntries(params) },
    mutations: choice.mutations.filter((each) => mutations.has(each)),
  };
}

function fits({ type, choices, min, max }: ParamDescription, value: ParamValue): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'choice') return choices?.some(({ id }) => id === value) ?? false;
  return typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value);
}

/** The choice with one parameter set; a default value is left out. */
export function withParam(
  choice: SideChoice,
  param: ParamDescription,
  value: ParamValue,
): SideChoice {
  const { [param.id]: _old, ...others } = choice.params;
  return { ...choice, params: value === param.default ? others : { ...others, [param.id]: value } };
}

/** A parameter worth showing: not at its default, or different from the other side. */
export interface Chip {
  readonly param: ParamDescription;
  readonly value: ParamValue;
  readonly isDefault: boolean;
  /**
   * True where the other side runs the same scheme, or one that has this parameter too, with
   * another value.
   */
  readonly differs: boolean;
}

/** The unusual values of a side. */
export function chipsOf(description: Description, choice: SideChoice, other: SideChoice): Chip[] {
  const schemeOf = (id: string) => description.schemes.find((each) => each.id === id);
  const others = schemeOf(other.scheme)?.params ?? [];
  return (schemeOf(choice.scheme)?.params ?? []).flatMap((param) => {
    const value = choice.params[param.id] ?? param.default;
    const twin = others.find(({ id }) => id === param.id);
    const differs = twin !== undefined && (other.params[twin.id] ?? twin.default) !== value;
    const isDefault = value === param.default;
    return isDefault && !differs ? [] : [{ param, value, isDefault, differs }];
  });
}

import type { Field } from '../../engine/protocol';
import { isNewer } from '../../model/frame/durable_frame';
import { LINE, MONO_SIZE, monoWidth, SMALL_SIZE, sansWidth } from '../../ui/text_width';
import { NewerMark } from './marks';
import type { ShapeContext } from './shape';

/** A field placed on a line of its item: `name value`. */
export interface PlacedField {
  readonly field: Field;
  readonly index: number;
  readonly x: number;
  readonly line: number;
  readonly name: string;
  readonly nameWidth: number;
  readonly width: number;
}

const NAME_GAP = 4;
const FIELD_GAP = 9;

/** Sets fields like words, breaking lines at `width`. */
export function placeFields(
  fields: readonly { readonly field: Field; readonly index: number }[],
  width: number,
  context: ShapeContext,
): { placed: PlacedField[]; lines: number } {
  const placed: PlacedField[] = [];
  let x = 0;
  let line = 0;
  for (const { field, index } of fields) {
    const name = context.text(field.name);
    const nameWidth = name === '' ? 0 : sansWidth(name, SMALL_SIZE) + NAME_GAP;
    const own = nameWidth + monoWidth(field.value, MONO_SIZE);
    if (x > 0 && x + own > width) {
      x = 0;
      line++;
    }
    placed.push({ field, index, x, line, name, nameWidth, width: own });
    x += own + FIELD_GAP;
  }
  return { placed, lines: fields.length === 0 ? 0 : line + 1 };
}

interface FieldTextProps {
  readonly placed: PlacedField;
  readonly x: number;
  readonly y: number;
}

/** A field; a mark behind the value shows a newer one above. */
export function FieldText({ placed, x, y }: FieldTextProps) {
  const { field } = placed;
  const left = x + placed.x;
  const baseline = y + placed.line * LINE;
  return (
    <g className="field" data-field={placed.index}>
      <rect className="hit" x={left - 2} y={baseline - 12} width={placed.width + 4} height={LINE} />
      {placed.name !== '' && (
        <text className="field-name" x={left} y={baseline}>
          {placed.name}
        </text>
      )}
      <text className="field-value" x={left + placed.nameWidth} y={baseline}>
        {field.value}
      </text>
      {isNewer(field) && <NewerMark x={left + placed.width + 5} y={baseline - 4} />}
    </g>
  );
}

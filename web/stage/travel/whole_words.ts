import type { Field, Item } from '../../engine/protocol';
import type { ShapeContext } from '../shapes/shape';
import { ghostWords, nameOf } from './ghost';

/**
 * The one-line text of an item that arrives complete: `page 2: O 40, P 50`, `LSN 64: A 100→70`,
 * `LSN 144: abort`.
 */
export function wholeWords(item: Item, context: Pick<ShapeContext, 'text' | 'pageName'>): string {
  const { fields, items = [] } = item;
  const { text } = context;
  if (items.length > 0) {
    const inner = items.map((each) =>
      [each.label, ...each.fields.map(({ value }) => value)].filter(Boolean).join(' '),
    );
    return `${context.pageName(item.label)}: ${inner.join(', ')}`;
  }
  const said = (role: Field['role']) =>
    fields
      .filter((field) => field.role === role)
      .map(({ text: own, value }) => (own ? text(own) : value));
  const [subject, images] = [said('subject'), said('image').join('→')];
  const what = subject.length > 0 || images !== '' ? [...subject, images] : said('kind');
  const name = nameOf(item, text);
  const short = what.filter((part) => part !== '').join(' ');
  if (short === '') return ghostWords(item, fields, text);
  return name === '' || short.startsWith(name) ? short : `${name}: ${short}`;
}

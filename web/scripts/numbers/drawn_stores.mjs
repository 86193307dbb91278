// Stores that a component or a hook reads while the page is drawn: nothing draws it again when
// what was read changes. Event handlers, effects and callbacks may read, and actions never change.

/** @typedef {import('./typescript.mjs').Node} Node */
/** @typedef {import('./typescript.mjs').Source} Source */

const NAME_OF_DRAWING = /^(use)?[A-Z]/;

/** The names of the actions of all stores. @param {readonly Source[]} sources */
export const actionNames = (sources) =>
  new Set(
    sources
      .flatMap((source) => [...source.nodes()])
      .filter(([{ type, id }]) => type === 'TSInterfaceDeclaration' && /Actions$/.test(id.name))
      .flatMap(([{ body }]) => body.body.map((/** @type {Node} */ { key }) => key?.name)),
  );

/** @param {Node} node */
const isFunction = ({ type, body }) => /Function/.test(type) && body;

/** The functions that draw: components and hooks. @param {Source} source */
const drawing = (source) =>
  [...source.nodes()].flatMap(([node, outer]) => {
    const name = node.id?.name ?? (outer.type === 'VariableDeclarator' && outer.id.name);
    return isFunction(node) && name && NAME_OF_DRAWING.test(name) ? [node] : [];
  });

/**
 * True for a function that runs while the one around it does.
 * @param {Node} node @param {Node} outer
 */
const runsAtOnce = ({ type }, { type: around, callee }) =>
  around === 'CallExpression' && (callee.name === 'useMemo' || callee.type === type);

/** Every node that runs with a function, with its parent. @param {Node} drawn */
function* runWith(drawn) {
  /** @type {[Node, Node][]} */
  const open = [[drawn.body, drawn]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, outer] = next;
    yield next;
    if (isFunction(node) && node !== drawn.body && !runsAtOnce(node, outer)) continue;
    for (const inside of Object.values(node).flat())
      if (typeof inside?.type === 'string') open.push([inside, node]);
  }
}

/** @param {Node} node @param {Node} outer @param {ReadonlySet<string>} actions */
const readsFields = ({ type, callee }, outer, actions) => {
  if (type !== 'CallExpression' || callee.property?.name !== 'getState') return false;
  if (outer.type === 'MemberExpression') return !actions.has(outer.property.name);
  if (outer.type !== 'VariableDeclarator' || outer.id.type !== 'ObjectPattern') return true;
  return !outer.id.properties.every((/** @type {Node} */ { key }) => actions.has(key?.name));
};

/** @param {Source} source @param {ReadonlySet<string>} actions */
export const drawnStores = (source, actions) =>
  drawing(source).flatMap((drawn) =>
    [...runWith(drawn)]
      .filter(([node, outer]) => readsFields(node, outer, actions))
      .map(([node]) => source.placeOf(node)),
  );

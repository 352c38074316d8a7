// Formulas, which the library draws as nodes. It is loaded when the first one is to be shown.
import { loadModule } from './load.js';

const STYLES = new URL('../lib/katex/dist/katex.min.css', import.meta.url).pathname;
const LONGEST = 5_000;
const OPTIONS = { throwOnError: true, strict: 'ignore', trust: false, maxSize: 20, maxExpand: 500 };

/** @type {Promise<unknown> | undefined} */
let loading;

/** The build is not a module and defines a global. */
function load() {
  loading ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: STYLES });
    link.addEventListener('load', () => import('katex').then(resolve, reject));
    link.addEventListener('error', reject);
    document.head.append(link);
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * The library sets some style attributes as text, which the content security policy forbids: they become properties.
 *
 * @param {{ attributes?: Record<string, string>, children?: any[] }} node
 */
function withoutStyles(node) {
  if (node.attributes?.style !== undefined) {
    node.attributes['data-style'] = node.attributes.style;
    delete node.attributes.style;
  }
  node.children?.forEach(withoutStyles);
}

/** @param {HTMLElement} place */
function draw(place) {
  const text = place.dataset.formula ?? '';
  if (text.length > LONGEST) return;
  try {
    const tree = globalThis.katex.__renderToDomTree(text, { ...OPTIONS, displayMode: place.classList.contains('display') });
    withoutStyles(tree);
    const drawn = tree.toNode();
    for (const node of drawn.querySelectorAll('[data-style]')) {
      node.style.cssText += node.dataset.style;
      node.removeAttribute('data-style');
    }
    place.replaceChildren(drawn);
    place.removeAttribute('data-formula');
  } catch {
    // A model may write what is no formula: its text stays.
    place.classList.add('wrong-formula');
  }
}

/**
 * Draws into the elements whose `data-formula` has the text of a formula, at once when the library is loaded.
 *
 * @param {NodeListOf<HTMLElement>} places
 */
export function drawFormulas(places) {
  if (!places.length) return;
  if (globalThis.katex) {
    places.forEach(draw);
    return;
  }
  loadModule(load).then(() => places.forEach(draw), (error) => console.warn('The formulas stay as text.', error));
}

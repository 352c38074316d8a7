// Runs in the frame of a diagram, which has an origin of its own: draws the text that the page around it sends, and reports the size.
const FONT = 'ui-sans-serif, system-ui, sans-serif';
const main = /** @type {HTMLElement} */ (document.querySelector('main'));

/** How long a diagram may take: where the page around is in the same process, it waits too. */
const LONGEST_MS = 5_000;
/** What the library calls in its loops, also in one that would never end. @type {[any, string[]][]} */
const CALLED = [
  [Array.prototype, ['push', 'forEach', 'map', 'filter', 'some', 'includes', 'indexOf']],
  [Map.prototype, ['get', 'set', 'has']],
  [Set.prototype, ['add', 'has']],
  [String.prototype, ['slice', 'split', 'trim', 'replace']],
  [Date.prototype, ['getTime', 'getDate', 'getDay', 'valueOf']],
];
let deadline = Infinity;
let calls = 0;

for (const [owner, names] of CALLED) {
  for (const name of names) {
    const called = owner[name];
    owner[name] = /** @this {unknown} @param {unknown[]} values */ function watched(...values) {
      calls += 1;
      if (calls % 256 === 0 && performance.now() > deadline) throw new Error('It takes too long.');
      return Reflect.apply(called, this, values);
    };
  }
}

/** @param {{ text: string, isDark: boolean }} message */
async function draw({ text, isDark }) {
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  const natural = { useMaxWidth: false };
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: isDark ? 'dark' : 'neutral',
    fontFamily: FONT,
    flowchart: natural,
    sequence: natural,
    gantt: natural,
    class: natural,
    state: natural,
    er: natural,
    pie: natural,
    mindmap: natural,
    timeline: natural,
    journey: natural,
    gitGraph: natural,
  });
  const { svg } = await mermaid.render('diagram', text);
  main.innerHTML = svg;
  const { height } = document.body.getBoundingClientRect();
  return { height: Math.ceil(height) };
}

addEventListener('message', async ({ source, data }) => {
  if (source !== parent) return;
  let answer;
  try {
    deadline = performance.now() + LONGEST_MS;
    answer = await draw(data);
  } catch (error) {
    answer = { error: String(/** @type {Error} */ (error)?.message ?? error).slice(0, 500) };
  } finally {
    deadline = Infinity;
  }
  // The answer has no secret: a frame of an opaque origin does not know the origin of the page around it.
  parent.postMessage(answer, '*');
});

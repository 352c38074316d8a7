// Runs in the frame of a diagram, which has an origin of its own: draws the text that the page around it sends, and reports the size.
const FONT = 'ui-sans-serif, system-ui, sans-serif';
const main = document.querySelector('main');

async function draw({ text, isDark }) {
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  const natural = { useMaxWidth: false };
  mermaid.initialize({
    startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, theme: isDark ? 'dark' : 'neutral', fontFamily: FONT,
    flowchart: natural, sequence: natural, gantt: natural, class: natural, state: natural, er: natural, pie: natural, mindmap: natural, timeline: natural, journey: natural, gitGraph: natural,
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
    answer = await draw(data);
  } catch (error) {
    answer = { error: String(error?.message ?? error).slice(0, 500) };
  }
  // The answer has no secret: a frame of an opaque origin does not know the origin of the page around it.
  parent.postMessage(answer, '*');
});

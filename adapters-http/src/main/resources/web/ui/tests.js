import { html, repeat, svg } from './element.js';
import { duration, plural } from './format.js';
import { stateChip } from './states.js';

const ORDER = ['failed', 'running', 'flaky', 'passed', 'skipped', 'pending'];
const BARS = 20;
const BAR = { width: 5, gap: 3, height: 18 };
const FAILED_LINE = /^>\s*(\d+) \|/m;
const COLOURS = new RegExp(String.fromCharCode(27) + '\\[[0-9;]*m', 'g');

/** The parts `{summary, place, text}` of a failure `{file, error}`. @param {{ file: string, error?: string }} test */
export function failure({ file, error }) {
  const text = (error ?? '').replace(COLOURS, '').trim();
  const line = FAILED_LINE.exec(text)?.[1];
  return { summary: text.split('\n', 1)[0].replace(/^Error: /, ''), place: line ? `${file}:${line}` : file, text };
}

/**
 * @param {Api.RunTest} a
 * @param {Api.RunTest} b
 */
export const byWeight = (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status);

/**
 * The results of a test in its last runs, oldest first: one bar for each run, whose height is the duration.
 *
 * @param {{ status: string, duration: number }[]} [results]
 */
export function bars(results = []) {
  const shown = results.slice(0, BARS).reverse();
  const longest = Math.max(1, ...shown.map((result) => result.duration));
  const width = BARS * (BAR.width + BAR.gap) - BAR.gap;
  const words = Object.entries(Object.groupBy(shown, (result) => result.status))
    .map(([status, all]) => `${all?.length} ${status}`)
    .join(', ');
  return html`<svg class="history" width=${width} height=${BAR.height} viewBox="0 0 ${width} ${BAR.height}" role="img"
    aria-label=${words ? `Last ${plural(shown.length, 'run')}: ${words}` : 'No runs yet'}>
    ${shown.map((result, i) => {
      const height = 4 + (BAR.height - 4) * (result.duration / longest);
      const x = (BARS - shown.length + i) * (BAR.width + BAR.gap);
      return svg`<rect class=${result.status} x=${x} y=${BAR.height - height} width=${BAR.width} height=${height}
        rx="1"><title>${result.status}, ${duration(result.duration)}</title></rect>`;
    })}</svg>`;
}

/**
 * A table of tests: `[{test, browser, file, title, status, duration, attempts, results, note}]`.
 *
 * @param {Api.RunTest[]} tests
 * @param {{ manyBrowsers?: boolean }} [options]
 */
export const testTable = (tests, { manyBrowsers = false } = {}) => html`
  <div class="table-box"><table class="table tests">
    <thead><tr><th scope="col">Test</th><th scope="col">Result</th><th scope="col" class="num">Duration</th>
      <th scope="col" class="hide-s">Last ${BARS} runs</th></tr></thead>
    <tbody>${repeat(tests, ({ test }) => test, (row) =>
      html`<tr><td><span class="wrap">${row.title}</span><small class="where">${manyBrowsers ? `${row.browser} · `
      : ''}${row.file}</small></td>
        <td>${stateChip(row.status)}${row.note ? html`<small class="where warn">${row.note}</small>` : ''}</td>
        <td class="num">${row.duration ? duration(row.duration) : '–'}${row.attempts > 1
          ? html`<small class="where">${row.attempts} attempts</small>` : ''}</td>
        <td class="hide-s">${bars(row.results)}</td></tr>`)}</tbody></table></div>`;

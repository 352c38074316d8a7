import { Element, define, html } from './element.js';
import { loadModule } from './load.js';

/** Chart.js is a single script that defines a global; undefined when it cannot be loaded. */
const chart = () => loadModule(() => import('chart.js')).then(() => globalThis.Chart, () => undefined);

/**
 * @typedef {{
 *   name: string, labels: string[], series: { name: string, colour: string, values: number[] }[], lying: boolean,
 *   format: (value: number) => string, chart?: any,
 * }} Properties
 */

/**
 * Bars, stacked. What they say stands in a table beside them for screen readers.
 *
 * labels: texts; series: [{name, colour (a custom property), values}]; lying: bars go from left to right. The event
 * `pick` has the place of the label whose bar was clicked.
 */
class BarChart extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    name: {}, labels: { attribute: false }, series: { attribute: false }, lying: { type: Boolean }, unit: {}, format: { attribute: false },
  };

  #theme = matchMedia('(prefers-color-scheme: dark)');
  #draw = () => this.draw();
  #watch = new MutationObserver(this.#draw);

  constructor() {
    super();
    this.format = /** @type {(value: number) => string} */ (String);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#theme.addEventListener('change', this.#draw);
    this.#watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#theme.removeEventListener('change', this.#draw);
    this.#watch.disconnect();
    this.chart?.destroy();
    this.chart = undefined;
  }

  render() {
    return html`<div class="bars ${this.lying ? 'lying' : ''}"><canvas aria-hidden="true"></canvas></div>
      <div class="unseen"><table>
        <caption>${this.name}</caption>
        <thead><tr><td></td>${this.series.map(each => html`<th scope="col">${each.name}</th>`)}</tr></thead>
        <tbody>${this.labels.map((label, i) => html`<tr><th scope="row">${label}</th>
          ${this.series.map(each => html`<td>${this.format(each.values[i])}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }

  updated() {
    this.draw();
  }

  async draw() {
    const Chart = await chart();
    const canvas = this.querySelector('canvas');
    if (!Chart || !this.isConnected || !canvas) return;
    this.chart?.destroy();
    this.chart = new Chart(canvas, this.configuration());
  }

  configuration() {
    /** @param {string} name */
    const colour = name => resolved(this, `var(${name})`);
    const font = { family: getComputedStyle(this).fontFamily, size: 11 };
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const values = {
      stacked: true,
      beginAtZero: true,
      border: { display: false },
      grid: { color: colour('--line'), drawTicks: false },
      ticks: {
        color: colour('--faint'),
        font,
        padding: 8,
        maxTicksLimit: 5,
        callback: (/** @type {number} */ value) => this.format(value),
      },
    };
    const names = {
      stacked: true, grid: { display: false }, border: { color: colour('--line') },
      ticks: { color: colour(this.lying ? '--soft' : '--faint'), font, maxRotation: 0, autoSkip: !this.lying, autoSkipPadding: 24 },
    };
    return {
      type: 'bar',
      data: {
        labels: this.labels,
        datasets: this.series.map(each => ({
          label: each.name, data: each.values, backgroundColor: colour(each.colour),
          borderRadius: 2, maxBarThickness: this.lying ? 18 : 24, categoryPercentage: 0.72, barPercentage: 1,
        })),
      },
      options: {
        indexAxis: this.lying ? 'y' : 'x', responsive: true, maintainAspectRatio: false, animation: still ? false : { duration: 120 },
        onClick: (/** @type {unknown} */ _, /** @type {{ index: number }[]} */ [bar]) => bar
          && this.dispatchEvent(new CustomEvent('pick', { detail: bar.index })),
        interaction: { mode: 'index', axis: this.lying ? 'y' : 'x', intersect: false },
        scales: this.lying ? { x: values, y: names } : { x: names, y: values },
        plugins: {
          legend: { display: false },
          tooltip: {
            backgroundColor: colour('--ink'), titleColor: colour('--card'), bodyColor: colour('--card'), titleFont: font, bodyFont: font,
            padding: 10, cornerRadius: 6, boxPadding: 4, boxWidth: 8, boxHeight: 8,
            callbacks: { label: (/** @type {any} */ item) => ` ${item.dataset.label}: ${this.format(item.raw)}` },
          },
        },
      },
    };
  }
}

/**
 * A colour that every canvas supports: custom properties contain light-dark() and oklch().
 *
 * @param {HTMLElement} element
 * @param {string} value
 */
function resolved(element, value) {
  const probe = document.createElement('i');
  probe.style.color = value;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return rgb(colour);
}

const pixel = /** @type {CanvasRenderingContext2D} */ (
  document.createElement('canvas').getContext('2d', { willReadFrequently: true }));

/** @param {string} colour */
function rgb(colour) {
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
}

define('gh-bar-chart', BarChart);

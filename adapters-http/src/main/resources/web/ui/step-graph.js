import { Element, define, html, svg } from './element.js';
import { layers } from './layers.js';
import { duration } from './format.js';
import { since } from './page.js';

const BOX = { width: 168, height: 52 };
const GAP = { across: 72, down: 16 };
const EDGE = 12;
const LETTERS = 21;
/** Right and down. @type {Record<string, [number, number]>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The most steps that are drawn; a page lists more of them. */
export const MOST_DRAWN = 200;

/**
 * A step, with what is said below its name.
 *
 * @typedef {Pick<Api.WorkflowStep, 'name' | 'dependsOn' | 'status' | 'startedAt' | 'completedAt'> & { told?: string }} DrawnStep
 *
 * @typedef {{ steps: DrawnStep[], chosen?: string }} Properties
 */

/**
 * The steps of a workflow as a graph from left to right. The event `choose` names the chosen step, `connect` one that was chosen with
 * Shift, and `remove` one that Delete was pressed at; the arrow keys move between the steps.
 */
export class StepGraph extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  #shape = '';

  static properties = { steps: { attribute: false }, chosen: {} };

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (!changed.has('steps')) return;
    const shape = JSON.stringify(this.steps.map(step => [step.name, step.dependsOn]));
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.place(layers(this.steps));
  }

  /** @param {string[][]} rows */
  place(rows) {
    const most = Math.max(1, ...rows.map(row => row.length));
    this.tall = most * (BOX.height + GAP.down) - GAP.down + 2 * EDGE;
    this.wide = rows.length * (BOX.width + GAP.across) - GAP.across + 2 * EDGE;
    /** @type {Map<string, { x: number, y: number }>} */
    this.at = new Map();
    const { at, tall } = this;
    rows.forEach((row, column) => {
      const top = (tall - row.length * (BOX.height + GAP.down) + GAP.down) / 2;
      row.forEach((name, i) =>
        at.set(name, { x: EDGE + column * (BOX.width + GAP.across), y: top + i * (BOX.height + GAP.down) }));
    });
    this.reading = rows.flat();
  }

  render() {
    const byName = new Map(this.steps.map(step => [step.name, step]));
    return html`<div class="graph">
      <svg viewBox="0 0 ${this.wide} ${this.tall}" width=${this.wide} height=${this.tall} role="group" aria-label="Steps">
        ${this.steps.flatMap(step => step.dependsOn.map(earlier => this.edge(earlier, step)))}
        ${(this.reading ?? []).flatMap(name => byName.get(name) ?? []).map(step => this.box(step))}
      </svg>
    </div>`;
  }

  /**
   * @param {string} earlier
   * @param {DrawnStep} step
   */
  edge(earlier, step) {
    const from = this.at?.get(earlier);
    const to = this.at?.get(step.name);
    if (!from || !to) return '';
    const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2];
    const bend = Math.min(GAP.across, (x2 - x1) / 2);
    const near = this.chosen === earlier || this.chosen === step.name;
    return svg`<path class=${near ? 'edge near' : 'edge'} d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"/>`;
  }

  /** @param {DrawnStep} step */
  box(step) {
    const { x, y } = this.at?.get(step.name) ?? { x: 0, y: 0 };
    const title = step.name.length > LETTERS ? step.name.slice(0, LETTERS - 1) + '…' : step.name;
    const told = this.told(step);
    return svg`<g class="step ${step.status}" role="button" tabindex="0" transform="translate(${x} ${y})"
        aria-label="${step.name}, ${told}" aria-pressed=${String(this.chosen === step.name)}
        data-name=${step.name} @click=${(/** @type {MouseEvent} */ event) => this.choose(step, event)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(event, step)}>
      <title>${step.name}</title>
      <rect width=${BOX.width} height=${BOX.height} rx="8"/>
      <circle cx="16" cy="19" r="4"/>
      <text x="28" y="23">${title}</text>
      <text class="told" x="28" y="40">${told}</text>
    </g>`;
  }

  /** @param {DrawnStep} step */
  told(step) {
    if (step.told !== undefined) return step.told;
    if (step.status === 'pending') {
      const open = this.steps.filter(other => step.dependsOn.includes(other.name) && other.status !== 'completed').length;
      return open ? `waits for ${open}` : 'pending';
    }
    return step.startedAt && step.completedAt ? `${step.status} · ${duration(since(step))}` : step.status;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {DrawnStep} step
   */
  key(event, step) {
    const way = WAYS[event.key];
    if (way) this.move(step, way);
    else if (event.key === 'Enter' || event.key === ' ') this.choose(step, event);
    else if (event.key === 'Delete') this.tell('remove', step);
    else return;
    event.preventDefault();
  }

  /**
   * Focuses the nearest step in that direction.
   *
   * @param {DrawnStep} step
   * @param {[number, number]} way
   */
  move(step, [right, down]) {
    const from = this.at?.get(step.name);
    if (!from || !this.at) return;
    const ahead = [...this.at].map(([name, { x, y }]) => {
      const [along, aside] = right ? [(x - from.x) * right, y - from.y] : [(y - from.y) * down, x - from.x];
      return { name, along, far: along + 2 * Math.abs(aside) };
    }).filter(({ along }) => along > 0).sort((a, b) => a.far - b.far);
    if (ahead.length) this.focusStep(ahead[0].name);
  }

  /** @param {string} name */
  focusStep(name) {
    const boxes = /** @type {NodeListOf<SVGGElement>} */ (this.querySelectorAll('.step'));
    [...boxes].find(({ dataset }) => dataset.name === name)?.focus();
  }

  /**
   * @param {DrawnStep} step
   * @param {MouseEvent | KeyboardEvent} event
   */
  choose(step, event) {
    this.tell(event.shiftKey ? 'connect' : 'choose', step);
  }

  /**
   * @param {string} type
   * @param {DrawnStep} step
   */
  tell(type, step) {
    this.dispatchEvent(new CustomEvent(type, { detail: step.name }));
  }
}

define('gh-step-graph', StepGraph);

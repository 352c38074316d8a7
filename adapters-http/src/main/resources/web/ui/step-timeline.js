import { Element, define, html, nothing } from './element.js';
import { number } from './format.js';
import { timeline } from './timeline.js';

const PAGE = 200;
const NEAR = '400px';
/** @type {Record<string, string>} */
const LOOKS = { completed: 'done', failed: 'failed', running: '' };
/** @type {Record<string, string>} */
const ICONS = { completed: 'check', failed: 'circle-x', running: 'play', pending: 'clock', skipped: 'minus', cancelled: 'ban' };

/** What a row shows. @typedef {Pick<Api.WorkflowStep, 'name' | 'status' | 'startedAt' | 'completedAt' | 'error'>} Row */

/** A running step ends at `now`, in milliseconds. @typedef {{ steps: Row[], chosen?: string, now?: number, shown: number }} Properties */

/** When each step ran; more rows follow as the user scrolls. The event `choose` names the chosen step. */
class StepTimeline extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { steps: { attribute: false }, chosen: {}, now: { attribute: false }, shown: { state: true } };

  /** @type {IntersectionObserver | undefined} */
  #observer;

  constructor() {
    super();
    this.shown = PAGE;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && (this.shown += PAGE),
      { root: this.closest('.scroll'), rootMargin: NEAR },
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  updated() {
    const more = this.querySelector('.more');
    this.#observer?.disconnect();
    if (more) this.#observer?.observe(more);
  }

  render() {
    const { steps, shown } = this;
    const now = this.now ?? Date.now();
    const spans = steps.map(({ startedAt, completedAt }) =>
      (startedAt ? { from: Date.parse(startedAt), to: completedAt ? Date.parse(completedAt) : now } : { from: 1, to: 0 }));
    const ran = spans.filter(({ from, to }) => to >= from);
    const span = {
      from: ran.reduce((least, { from }) => Math.min(least, from), Infinity),
      to: ran.reduce((most, { to }) => Math.max(most, to), 0),
    };
    const bars = steps.slice(0, shown).map(({ name, status, error }, at) => ({
      ...spans[at], label: name, icon: ICONS[status] ?? 'circle', look: LOOKS[status] ?? 'waiting', note: status, wrong: error?.message,
      isChosen: name === this.chosen, choose: () => this.dispatchEvent(new CustomEvent('choose', { detail: name })),
    }));
    return html`${timeline(bars, span)}${shown < steps.length ? html`<div class="more"><button type="button" class="btn"
      @click=${() => (this.shown += PAGE)}>Show more</button><span class="small num">${number(shown)} of
      ${number(steps.length)}</span></div>` : nothing}`;
  }
}

define('gh-step-timeline', StepTimeline);

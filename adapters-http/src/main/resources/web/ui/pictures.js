import { Element, define, html } from './element.js';
import { chip } from './states.js';
import { exact } from './format.js';
import { here } from './page.js';

const MODES = ['Slider', 'Side by side', 'Difference'];

/**
 * A picture and its baseline, below the possible actions (`actions`, a template): with a slider, side by side, or only
 * the difference.
 */
class Pictures extends Element {
  static properties = { screenshot: { attribute: false }, actions: { attribute: false }, mode: { state: true }, at: { state: true } };

  constructor() {
    super();
    this.mode = 'Slider';
    this.at = 50;
  }

  render() {
    const { screenshot } = this;
    const hasBaseline = Boolean(screenshot.baselineUrl);
    const mode = hasBaseline ? this.mode : 'Alone';
    return html`
      <div class="head"><h2 class="wrap">${screenshot.name}</h2>
        ${state(screenshot, ', needs approval')}
        ${hasBaseline ? html`<div class="seg" role="group" aria-label="View">${MODES.map((name) => html`
          <button type="button" aria-pressed=${mode === name} @click=${() => (this.mode = name)}>${name}</button>`)}</div>` : ''}
      </div>
      ${this.actions ?? ''}
      ${mode === 'Slider' ? this.slider() : mode === 'Side by side' ? this.beside() : mode === 'Difference' ? this.alone(screenshot.diffUrl ?? screenshot.url, 'What differs') : this.alone(screenshot.url, 'The picture of this run')}
      <div class="row small under"><span class="grow">${this.words(mode)}</span><span>${screenshot.browser} ${screenshot.browserVersion ?? ''}</span></div>
      ${screenshot.note ? html`<p class="note warn">${screenshot.note}</p>` : ''}`;
  }

  slider() {
    const { screenshot, at } = this;
    return html`<div class="slider" .style=${`--at:${at}%`}>
      <img src=${here(screenshot.url)} alt="The picture of this run"><img class="before" src=${here(screenshot.baselineUrl)} alt="The approved picture">
      <span class="grip" aria-hidden="true"></span>
      <input type="range" min="0" max="100" step="1" aria-label="How much of the approved picture is shown" .value=${String(at)}
        @input=${(event) => (this.at = Number(event.target.value))}>
    </div>`;
  }

  beside() {
    const { screenshot } = this;
    return html`<div class="pics">${[['Before', screenshot.baselineUrl, 'The approved picture'], ['Now', screenshot.url, 'The picture of this run']].map(([name, url, alt]) => html`
      <figure class="pic"><figcaption>${name}</figcaption><a href=${here(url)} target="_blank" rel="noopener"><img src=${here(url)} alt=${alt}></a></figure>`)}</div>`;
  }

  alone(url, alt) {
    return html`<div class="pic"><img src=${here(url)} alt=${alt}></div>`;
  }

  words(mode) {
    const { screenshot } = this;
    if (mode === 'Slider') return 'Left: the approved picture. Right: the picture of this run.';
    if (mode === 'Difference') return 'Pixels that differ are marked.';
    if (mode === 'Side by side') return 'The approved picture and that of this run.';
    return screenshot.approvedAt ? `Approved ${exact(screenshot.approvedAt)}` : screenshot.reason === 'no_baseline' ? 'There is no approved picture to compare it with.' : '';
  }
}
define('gh-pictures', Pictures);

const REASONS = { different: 'differs', no_baseline: 'new picture' };

/** The chip of a screenshot; `more` is added to one that waits for a decision. */
export const state = ({ status, reason, approvedAt, isRejected }, more = '') => {
  if (isRejected) return chip('rejected', 'bad');
  if (status === 'failed') return REASONS[reason] ? chip(REASONS[reason] + more, 'warn') : chip('failed', 'bad');
  return chip(approvedAt ? 'approved' : 'as before', 'good');
};

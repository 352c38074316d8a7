import { Element, define, html, nothing, styleMap } from './element.js';
import { chip } from './states.js';
import { exact } from './format.js';
import { icon } from './icon.js';
import { here } from './page.js';

const MODES = ['Slider', 'Side by side', 'Difference'];
const ZOOMS = [0.25, 0.5, 1, 2, 4];

/**
 * A screenshot with what this window knows about it.
 *
 * @typedef {Api.Screenshot & { isRejected?: boolean, isApproved?: boolean }} Told
 *
 * @typedef {{
 *   screenshot: Told, actions?: unknown, keys?: (event: KeyboardEvent) => void, mode: string, at: number, zoom?: number,
 *   box?: { width: number, height: number },
 * }} Properties
 */

/**
 * A picture of a run and the approved one, in a frame with zoom: with a slider, side by side, or only the difference. `actions` is a
 * template below the name; `keys`, a function of an event, gets the keys that are pressed while the frame has the focus.
 */
class Comparison extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    screenshot: { attribute: false }, actions: { attribute: false }, keys: { attribute: false }, mode: { state: true }, at: { state: true },
      zoom: { state: true }, box: { state: true },
  };

  /** @type {WeakMap<HTMLImageElement, { width: number, height: number }>} */
  #sizes = new WeakMap();
  #resized = new ResizeObserver(([{ target, contentRect }]) =>
    (this.box = { width: contentRect.width, height: parseFloat(getComputedStyle(target).maxHeight) }));

  constructor() {
    super();
    this.mode = 'Slider';
    this.at = 50;
    this.zoom = undefined;
  }

  firstUpdated() {
    if (this.#viewer) this.#resized.observe(this.#viewer);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  focus() {
    this.#viewer?.focus({ preventScroll: true });
  }

  /** @returns {HTMLElement | null} */
  get #viewer() {
    return this.querySelector('.viewer');
  }

  get #images() {
    return /** @type {HTMLImageElement[]} */ ([...this.querySelectorAll('.viewer img')]);
  }

  render() {
    const { screenshot } = this;
    const hasBaseline = Boolean(screenshot.baselineUrl);
    const mode = hasBaseline ? this.mode : 'Alone';
    return html`
      <div class="head"><h2 class="wrap">${screenshot.name}</h2>${state(screenshot)}
        ${hasBaseline ? html`<div class="seg" role="group" aria-label="View">${MODES.map((name) => html`
          <button type="button" aria-pressed=${mode === name} @click=${() => (this.mode = name)}>${name}</button>`)}</div>` : nothing}
        ${this.zooms()}</div>
      ${this.actions ?? nothing}
      <div class="viewer" tabindex="0" role="group" aria-label="Picture ${screenshot.name}" aria-keyshortcuts="A R J K + - 0"
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.pressed(event)}>
        ${mode === 'Slider' ? this.slider() : mode === 'Side by side' ? this.beside() : mode === 'Difference'
          ? this.picture(screenshot.diffUrl ?? screenshot.url, 'What differs')
          : this.picture(screenshot.url, 'The picture of this run')}</div>
      <div class="row small"><span class="grow">${this.words(mode)}</span><span>${screenshot.browser} ${screenshot.browserVersion
        ?? ''}</span></div>
      ${screenshot.note ? html`<p class="note warn">${screenshot.note}</p>` : nothing}`;
  }

  zooms() {
    return html`<div class="seg" role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" title="Zoom out" @click=${() => this.step(-1)}>${icon('minus', 's')}</button>
      <button type="button" aria-pressed=${!this.zoom} @click=${() => (this.zoom = undefined)}>${this.zoom ? 'Fit'
        : `Fit · ${percent(this.scale)}`}</button>
      <button type="button" aria-pressed=${this.zoom === 1} @click=${() => (this.zoom = 1)}>${this.zoom && this.zoom !== 1
        ? percent(this.zoom) : '100 %'}</button>
      <button type="button" aria-label="Zoom in" title="Zoom in" @click=${() => this.step(1)}>${icon('plus', 's')}</button></div>`;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const acts = { '+': () => this.step(1), '-': () => this.step(-1), 0: () => (this.zoom = undefined) };
    const act = acts[event.key];
    if (!act) return void this.keys?.(event);
    event.preventDefault();
    act();
  }

  /** @param {number} by */
  step(by) {
    const now = this.zoom ?? this.scale;
    this.zoom = (by > 0 ? ZOOMS.find((zoom) => zoom > now) : ZOOMS.findLast((zoom) => zoom < now)) ?? this.zoom;
  }

  /** The share of its own size at which the picture is shown: so that all of it is seen unless a zoom is chosen. */
  get scale() {
    if (this.zoom) return this.zoom;
    const all = this.#images.flatMap((image) => this.#sizes.get(image) ?? []);
    const { box } = this;
    if (!all.length || !box) return 1;
    const side = this.mode === 'Side by side' && this.screenshot.baselineUrl ? 2 : 1;
    return Math.min(1, ...all.map(({ width, height }) => Math.min(box.width / side / width, box.height / height)));
  }

  /**
   * @param {string} url
   * @param {string} alt
   */
  image(url, alt) {
    /** @param {Ui.On<HTMLImageElement>} event */
    const loaded = ({ target }) => {
      this.#sizes.set(target, { width: target.naturalWidth, height: target.naturalHeight });
      this.requestUpdate();
    };
    /** @param {HTMLImageElement | undefined} image */
    const scaled = (image) => {
      const size = image && this.#sizes.get(image);
      return /** @type {Record<string, string>} */ (size ? { width: `${size.width * this.scale}px` } : {});
    };
    const shown = this.#images.find((image) => image.getAttribute('src') === here(url));
    return html`<img src=${here(url)} alt=${alt} @load=${loaded} style=${styleMap(scaled(shown))}>`;
  }

  slider() {
    const { screenshot, at } = this;
    return html`<div class="slider" .style=${`--at:${at}%`}>
      ${this.image(screenshot.url, 'The picture of this run')}<div
        class="before">${this.image(screenshot.baselineUrl ?? '', 'The approved picture')}</div>
      <span class="grip" aria-hidden="true"></span>
      <input type="range" min="0" max="100" step="1" aria-label="How much of the approved picture is shown" .value=${String(at)}
        @input=${(/** @type {Ui.On} */ event) => (this.at = Number(event.target.value))}>
    </div>`;
  }

  beside() {
    const { screenshot } = this;
    return html`<div class="pics">${[['Approved', screenshot.baselineUrl ?? '', 'The approved picture'],
      ['This run', screenshot.url, 'The picture of this run']].map(([name, url, alt]) => html`
      <figure class="pic"><figcaption>${name}</figcaption>${this.image(url, alt)}</figure>`)}</div>`;
  }

  /**
   * @param {string} url
   * @param {string} alt
   */
  picture(url, alt) {
    return html`<div class="pic">${this.image(url, alt)}</div>`;
  }

  /** @param {string} mode */
  words(mode) {
    const { screenshot } = this;
    if (mode === 'Slider') return 'Left: the approved picture. Right: the picture of this run.';
    if (mode === 'Difference') return 'Pixels that differ are marked.';
    if (mode === 'Side by side') return 'The approved picture and that of this run.';
    return screenshot.approvedAt
      ? `Approved ${exact(screenshot.approvedAt)}`
      : screenshot.reason === 'no_baseline'
        ? 'There is no approved picture to compare it with.'
        : '';
  }
}
define('gh-comparison', Comparison);

/** @param {number} scale */
const percent = (scale) => `${Math.round(100 * scale)} %`;
/** @type {Record<string, string>} */
const REASONS = { different: 'differs', no_baseline: 'new picture' };

/** The chip of a screenshot. @param {Told} screenshot */
export const state = ({ status, reason, approvedAt, isRejected, isApproved }) => {
  if (isApproved) return chip('approved', 'good');
  if (isRejected) return chip('rejected', 'bad');
  if (status === 'failed') return REASONS[reason ?? ''] ? chip(`${REASONS[reason ?? '']}, needs approval`, 'warn') : chip('failed', 'bad');
  return chip(approvedAt ? 'approved' : 'unchanged', 'good');
};

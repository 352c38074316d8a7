import { Element, define, html } from './element.js';
import { put, withQuery } from '../api.js';
import { confirmDialog } from './dialog.js';
import { plural } from './format.js';
import { icon } from './icon.js';
import { busy, here } from './page.js';
import { state } from './pictures.js';
import { toast, toastError } from './toast.js';

const CONFLICT = 409;
const REJECTED = 'guildhall-rejected:';

const MEANING = 'Approve: the next runs are compared with this picture. Reject: nothing changes on the server, so the test goes on failing; this window alone keeps the mark.';

/** Identifies one picture of a run, whichever attempt took it. */
export const keyOf = ({ browser, file, name }) => JSON.stringify([browser, file, name]);

/**
 * The pictures of a run, to be approved one by one. `J` and `K` go on and back, `A` approves, `R` rejects: the server keeps the approved
 * picture, and the mark stays in this window. The event `approved` names the screenshot.
 */
class Review extends Element {
  static properties = { runId: {}, screenshots: { attribute: false }, mayApprove: { type: Boolean }, chosen: { state: true } };

  #rejected;
  #keys = (event) => this.key(event);

  connectedCallback() {
    super.connectedCallback();
    addEventListener('keydown', this.#keys);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#keys);
  }

  willUpdate(changed) {
    if (changed.has('runId')) this.#rejected = new Set(JSON.parse(sessionStorage.getItem(REJECTED + this.runId) ?? '[]'));
  }

  #mark(screenshot, isRejected) {
    if (isRejected) this.#rejected.add(keyOf(screenshot));
    else this.#rejected.delete(keyOf(screenshot));
    sessionStorage.setItem(REJECTED + this.runId, JSON.stringify([...this.#rejected]));
    this.requestUpdate();
  }

  get shown() {
    return this.screenshots.find((each) => keyOf(each) === this.chosen) ?? this.screenshots.find(isOpen) ?? this.screenshots[0];
  }

  render() {
    const shown = this.shown;
    if (!shown) return '';
    const told = this.told(shown);
    return html`<section class="stack" aria-label="Pictures">
      <gh-pictures .screenshot=${told} .actions=${shown.status === 'failed' ? this.actions(shown) : ''}></gh-pictures>
      ${this.screenshots.length > 1 ? html`<ul class="plain thumbs">${this.screenshots.map((each) => html`<li>
        <button type="button" aria-pressed=${each === shown} @click=${() => (this.chosen = keyOf(each))}>
          <img src=${here(each.url)} alt="" loading="lazy"><span class="row tight"><span class="grow clip">${each.name}</span>${state(this.told(each))}</span></button></li>`)}</ul>` : ''}
    </section>`;
  }

  actions(shown) {
    return html`<div class="decide"><div class="row">
        <button class="btn main" ?disabled=${!this.mayApprove} @click=${(event) => busy(event, () => this.approve(shown))}>Approve</button>
        <button class="btn" @click=${() => this.reject(shown)}>Reject</button></div>
      <p class="small">${MEANING}${this.mayApprove ? '' : ' Approve when the run has ended.'}</p>
      <span class="small nowrap hide-s"><kbd>A</kbd> approve · <kbd>R</kbd> reject · <kbd>J</kbd> <kbd>K</kbd> next, previous</span></div>`;
  }

  told(screenshot) {
    return { ...screenshot, isRejected: screenshot.status === 'failed' && this.#rejected.has(keyOf(screenshot)) };
  }

  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('dialog, textarea, select, [contenteditable], input:not([type=range])')) return;
    const shown = this.shown;
    if (!shown) return;
    const act = { j: () => this.go(1), k: () => this.go(-1), a: () => this.mayApprove && this.approve(shown), r: () => this.reject(shown) }[event.key.toLowerCase()];
    if (!act || ('ar'.includes(event.key.toLowerCase()) && shown.status !== 'failed')) return;
    event.preventDefault();
    act();
  }

  go(step) {
    const at = this.screenshots.indexOf(this.shown) + step;
    this.chosen = keyOf(this.screenshots.at(at % this.screenshots.length));
  }

  /** The next picture that is neither approved nor rejected; the current one when there is none. */
  goOn(from) {
    const at = this.screenshots.findIndex((each) => keyOf(each) === keyOf(from));
    const next = [...this.screenshots.slice(at + 1), ...this.screenshots.slice(0, at)].find((each) => isOpen(each) && !this.#rejected.has(keyOf(each)));
    this.chosen = keyOf(next ?? from);
    this.requestUpdate();
  }

  reject(screenshot) {
    this.#mark(screenshot, true);
    this.goOn(screenshot);
    toast(`${screenshot.name} rejected: the test fails until the page is mended`, { undo: () => this.#mark(screenshot, false) });
  }

  async approve(screenshot, force) {
    const { browser, file, name } = screenshot;
    try {
      const path = `/web/api/v1/runs/${this.runId}/screenshots/${encodeURIComponent(name)}/approve`;
      const approval = await put(withQuery(path, { browser, file, force }));
      this.#mark(screenshot, false);
      this.dispatchEvent(new CustomEvent('approved', { detail: { ...screenshot, ...approval } }));
      await this.updateComplete;
      this.goOn(screenshot);
      toast(`${name} approved for the next run. ${plural(this.screenshots.filter(isOpen).length, 'picture')} left.`);
    } catch (error) {
      if (error.status === CONFLICT && !force && (await askForce(error))) await this.approve(screenshot, true);
      else if (error.status !== CONFLICT || force) toastError(error);
    }
  }
}
define('gh-review', Review);

export const isOpen = ({ status }) => status === 'failed';

export const askForce = (error) => confirmDialog({
  title: 'The approved picture has changed since this run', text: `${error.message}. Approving puts the picture of this run in its place.`, action: 'Approve anyway', danger: false,
});

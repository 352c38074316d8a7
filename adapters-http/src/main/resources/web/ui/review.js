import { Element, define, html, nothing } from './element.js';
import { post, put, withQuery } from '../api.js';
import { confirmDialog } from './dialog.js';
import { refusal } from './error-text.js';
import { plural } from './format.js';
import { here } from './page.js';
import { state } from './comparison.js';
import { keepLatest, windowStorage } from './storage.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

const CONFLICT = 409;
const REJECTED = 'guildhall-rejected:';
const MOST_RUNS = 50;
/** The most pictures that the server approves with one request. */
const MOST_AT_ONCE = 1_000;

const MEANING =
  'An approved picture is what the next runs of every user are compared with.'
  + ' A rejected one changes nothing on the server: this window marks it, and the test goes on failing.';

/**
 * Identifies one picture of a run, whichever attempt took it.
 *
 * @param {Pick<Api.Screenshot, 'browser' | 'file' | 'name'>} screenshot
 */
export const keyOf = ({ browser, file, name }) => JSON.stringify([browser, file, name]);

/**
 * @typedef {{ runId: string, screenshots: Api.Screenshot[], mayApprove: boolean, chosen?: string }} Properties
 */

/**
 * The pictures of a run, to be approved one by one. While the frame of the picture has the focus, `A` approves, `R` rejects, `J` and `K` go
 * on and back. An approval is for all users, so it is sent when it can no longer be undone. The event `approved` names the screenshot.
 */
class Review extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { runId: {}, screenshots: { attribute: false }, mayApprove: { type: Boolean }, chosen: { state: true } };

  /** @type {Set<string>} */
  #rejected = new Set();
  /** The keys of the pictures whose approval is not sent yet. @type {Set<string>} */
  #approved = new Set();

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (changed.has('runId')) this.#rejected = new Set(windowStorage.list(REJECTED + this.runId));
  }

  /**
   * @param {Api.Screenshot[]} screenshots
   * @param {boolean} isRejected
   */
  #reject(screenshots, isRejected) {
    screenshots.forEach((each) => this.#rejected[isRejected ? 'add' : 'delete'](keyOf(each)));
    keepLatest(REJECTED, REJECTED + this.runId, this.#rejected.size ? JSON.stringify([...this.#rejected]) : '', MOST_RUNS);
    this.requestUpdate();
  }

  /**
   * @param {Api.Screenshot[]} screenshots
   * @param {boolean} isApproved
   */
  #approve(screenshots, isApproved) {
    screenshots.forEach((each) => this.#approved[isApproved ? 'add' : 'delete'](keyOf(each)));
    this.requestUpdate();
  }

  /** The pictures that wait for a decision. */
  get open() {
    return this.screenshots.filter((each) => isOpen(each) && !this.#rejected.has(keyOf(each)) && !this.#approved.has(keyOf(each)));
  }

  get shown() {
    return (
      this.screenshots.find((each) => keyOf(each) === this.chosen) ?? this.open[0] ?? this.screenshots.find(isOpen) ?? this.screenshots[0]
    );
  }

  render() {
    const { shown } = this;
    if (!shown) return nothing;
    return html`<section class="stack" aria-label="Pictures">
      <gh-comparison .screenshot=${this.told(shown)} .actions=${this.isDecidable(shown) ? this.actions(shown) : nothing}
        .keys=${(/** @type {KeyboardEvent} */ event) => this.key(event)}></gh-comparison>
      ${this.screenshots.length > 1 ? html`<ul class="plain thumbs">${this.screenshots.map((each) => html`<li>
        <button type="button" aria-pressed=${each === shown} @click=${() => (this.chosen = keyOf(each))}>
          <img src=${here(each.url)} alt="" loading="lazy"><span class="row tight"><span
            class="grow clip">${each.name}</span>${state(this.told(each))}</span></button></li>`)}</ul>` : nothing}
    </section>`;
  }

  /** @param {Api.Screenshot} shown */
  actions(shown) {
    const open = this.open.slice(0, MOST_AT_ONCE);
    /** @param {() => void} decide */
    const act = (decide) => () => {
      decide();
      this.focus();
    };
    return html`<div class="decide"><div class="row wraps">
        <button class="btn main" ?disabled=${!this.mayApprove} @click=${act(() => this.approve([shown]))}>Approve</button>
        <button class="btn" @click=${act(() => this.reject(shown))}>Reject</button>
        ${open.length > 1 ? html`<button class="btn quiet" ?disabled=${!this.mayApprove}
          @click=${act(() => this.approve(open))}>Approve all ${open.length}</button>` : nothing}</div>
      <p class="small">${MEANING}${this.mayApprove ? nothing : ' Pictures can be approved when the run has ended.'}</p>
      <span class="small nowrap hide-s">With the picture focused: <kbd>A</kbd> <kbd>R</kbd> decide · <kbd>J</kbd> <kbd>K</kbd> next,
        previous · <kbd>+</kbd> <kbd>-</kbd> zoom</span></div>`;
  }

  focus() {
    /** @type {HTMLElement | null} */
    const comparison = this.querySelector('gh-comparison');
    comparison?.focus();
  }

  /** @param {Api.Screenshot} screenshot */
  told(screenshot) {
    const key = keyOf(screenshot);
    return { ...screenshot, isRejected: isOpen(screenshot) && this.#rejected.has(key), isApproved: this.#approved.has(key) };
  }

  /** @param {Api.Screenshot} screenshot */
  isDecidable(screenshot) {
    return isOpen(screenshot) && !this.#approved.has(keyOf(screenshot));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { shown } = this;
    const decidable = this.isDecidable(shown);
    /** @type {Record<string, false | (() => void)>} */
    const acts = {
      j: () => this.go(1),
      k: () => this.go(-1),
      a: decidable && this.mayApprove && (() => this.approve([shown])),
      r: decidable && (() => this.reject(shown)),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {number} step */
  go(step) {
    const at = this.screenshots.indexOf(this.shown) + step;
    const next = this.screenshots.at(at % this.screenshots.length);
    if (next) this.chosen = keyOf(next);
  }

  /** Shows the next picture that waits for a decision; the current one when there is none. @param {Api.Screenshot} from */
  goOn(from) {
    const at = this.screenshots.findIndex((each) => keyOf(each) === keyOf(from));
    const next = [...this.screenshots.slice(at + 1), ...this.screenshots.slice(0, at)].find((each) => this.open.includes(each));
    this.chosen = keyOf(next ?? from);
  }

  /**
   * Shows the picture whose decision is undone.
   *
   * @param {Api.Screenshot} to
   * @param {() => void} undo
   */
  #goBack(to, undo) {
    undo();
    this.chosen = keyOf(to);
    this.focus();
  }

  /** @param {Api.Screenshot} screenshot */
  reject(screenshot) {
    this.#reject([screenshot], true);
    this.goOn(screenshot);
    toast(`${screenshot.name} rejected`, { undo: () => this.#goBack(screenshot, () => this.#reject([screenshot], false)) });
  }

  /** @param {Api.Screenshot[]} screenshots */
  approve(screenshots) {
    this.#approve(screenshots, true);
    this.goOn(screenshots[screenshots.length - 1]);
    const [{ name }] = screenshots;
    toast(screenshots.length > 1 ? `${plural(screenshots.length, 'picture')} approved` : `${name} approved`, {
      undo: () => this.#goBack(screenshots[0], () => this.#approve(screenshots, false)),
      done: () => this.send(screenshots),
    });
  }

  /**
   * @param {Api.Screenshot[]} screenshots
   * @param {boolean} [force]
   */
  async send(screenshots, force) {
    try {
      const kept = screenshots.length > 1 ? await this.sendAll(screenshots, force) : [await this.sendOne(screenshots[0], force)];
      this.#reject(kept, false);
      kept.forEach((each) => this.dispatchEvent(new CustomEvent('approved', { detail: each })));
    } catch (error) {
      const { status } = /** @type {Api.Failure} */ (error);
      if (status === CONFLICT && !force && (await askForce())) await this.send(screenshots, true);
      else if (status !== CONFLICT || force) toastError(error);
    }
    this.#approve(screenshots, false);
  }

  /**
   * @param {Api.Screenshot} screenshot
   * @param {boolean} [force]
   * @returns {Promise<Api.Screenshot>}
   */
  async sendOne(screenshot, force) {
    const { browser, file, name } = screenshot;
    const path = `/web/api/v1/runs/${this.runId}/screenshots/${encodeURIComponent(name)}/approve`;
    return { ...screenshot, ...(await put(withQuery(path, { browser, file, force }), undefined, { keepalive: true })) };
  }

  /**
   * Approves these pictures and no others, also when others of the run have their names.
   *
   * @param {Api.Screenshot[]} screenshots
   * @param {boolean} [force]
   * @returns {Promise<Api.Screenshot[]>}
   */
  async sendAll(screenshots, force = false) {
    const named = screenshots.map(({ name, browser, file }) => ({ name, browser, file }));
    /** @type {{ approved: Api.Screenshot[], failed: (Api.Screenshot & { error: Api.Failure })[] }} */
    const { approved, failed } = await post(
      `/web/api/v1/runs/${this.runId}/screenshots/approve`,
      { screenshots: named, force },
      { keepalive: true },
    );
    const kept = approved.map((each) => ({ ...screenshots.find((other) => keyOf(other) === keyOf(each)), ...each }));
    const refused = new Set(failed.map(keyOf));
    const changed = screenshots.filter((each) => refused.has(keyOf(each)));
    if (changed.length && !force && (await askForce())) return [...kept, ...(await this.sendAll(changed, true))];
    if (failed.length) toastError({ message: refusal(failed[0].error.message) });
    return kept;
  }
}
define('gh-review', Review);

/** @param {Api.Screenshot} screenshot */
export const isOpen = ({ status }) => status === 'failed';

const askForce = () =>
  confirmDialog({
    title: 'The approved picture has changed since this run',
    text: 'Another picture was approved after this run had begun. Approving replaces it with the picture of this run.',
    action: 'Approve anyway',
    danger: false,
  });

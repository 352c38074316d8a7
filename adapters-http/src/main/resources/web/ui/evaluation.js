// Evaluation of an assistant: its cases, and runs of all of them.
import { del, get, post } from '../api.js';
import { addressOf } from './assistants.js';
import { announce } from './announce.js';
import { confirmDialog } from './dialog.js';
import { Element, define, html, nothing } from './element.js';
import { caseForm, caseList, caseOf, typedCase } from './evaluation-cases.js';
import { resultTable } from './evaluation-results.js';
import { plural } from './format.js';
import { icon } from './icon.js';
import { busy } from './page.js';
import { problem, skeleton, stateChip } from './states.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

const POLL_MS = 1_000;
const LIMIT = 200;

/**
 * @typedef {{
 *   assistant: Api.Assistant, mayChange: boolean, cases?: Api.Case[], newest?: Api.Evaluation, earlier?: Api.Evaluation,
 *   error?: Api.Failure, opened?: string, typed: import('./evaluation-cases.js').Typed, leaving?: AbortController, timer?: number,
 * }} Properties
 */

/** @param {Api.Evaluation} [evaluation] */
const isRunning = (evaluation) => evaluation?.status === 'queued' || evaluation?.status === 'running';

class Evaluation extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    assistant: { attribute: false }, mayChange: { attribute: false }, cases: { state: true }, newest: { state: true },
    earlier: { state: true }, error: { state: true }, opened: { state: true },
  };

  typed = typedCase();

  get address() {
    return addressOf(this.assistant.id);
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    if (this.hasUpdated) this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving?.abort();
    clearTimeout(this.timer);
  }

  firstUpdated() {
    this.load();
  }

  async load() {
    const signal = this.leaving?.signal;
    this.error = undefined;
    try {
      const [{ cases }, { evaluations }] = await Promise.all([
        get(`${this.address}/cases?limit=${LIMIT}`, { signal }),
        get(`${this.address}/evaluations?limit=${LIMIT}`, { signal }),
      ]);
      const [newest] = /** @type {Api.Evaluation[]} */ (evaluations);
      this.cases = cases;
      await this.show(newest, evaluations);
    } catch (error) {
      if (!signal?.aborted) this.error = /** @type {Api.Failure} */ (error);
    }
  }

  /**
   * Shows an evaluation beside the newest one of an earlier version.
   *
   * @param {Api.Evaluation | undefined} newest
   * @param {Api.Evaluation[]} all the latest first
   */
  async show(newest, all) {
    const earlier = newest && all.find(({ version }) => version < newest.version);
    this.newest = newest && (await this.read(newest.id));
    this.earlier = earlier && (await this.read(earlier.id));
    this.watch();
  }

  /** @param {string} id @returns {Promise<Api.Evaluation>} */
  read(id) {
    return get(`${this.address}/evaluations/${encodeURIComponent(id)}`, { signal: this.leaving?.signal });
  }

  watch() {
    clearTimeout(this.timer);
    if (isRunning(this.newest)) this.timer = setTimeout(() => this.poll(), POLL_MS);
  }

  async poll() {
    const { newest } = this;
    if (!newest) return;
    try {
      this.newest = await this.read(newest.id);
      if (!isRunning(this.newest)) announce(`Evaluation ${this.newest.status}`);
    } catch (error) {
      if (this.leaving?.signal.aborted) return;
      toastError(error);
    }
    this.watch();
  }

  async run() {
    try {
      const { version } = this.assistant;
      const { id } = await post(`${this.address}/evaluations`, { version });
      const { evaluations } = await get(`${this.address}/evaluations?limit=${LIMIT}`, { signal: this.leaving?.signal });
      this.opened = undefined;
      await this.show(await this.read(id), evaluations);
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Api.Evaluation} running */
  async cancel({ taskId }) {
    try {
      await del(`/web/api/v1/tasks/${encodeURIComponent(taskId)}`);
      await this.poll();
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Event} event */
  async add(event) {
    event.preventDefault();
    try {
      const added = await post(`${this.address}/cases`, caseOf(this.typed));
      this.typed = typedCase();
      this.cases = [added, ...(this.cases ?? [])];
      toast('Case added');
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Api.Case} one */
  async erase(one) {
    const isAgreed = await confirmDialog({ title: 'Delete the case?', text: one.input.slice(0, LIMIT), action: 'Delete' });
    if (!isAgreed) return;
    try {
      await del(`${this.address}/cases/${encodeURIComponent(one.id)}`);
      this.cases = this.cases?.filter(({ id }) => id !== one.id);
      toast('Case deleted');
    } catch (error) {
      toastError(error);
    }
  }

  render() {
    const { cases, error, newest, mayChange } = this;
    if (error) return problem(error, () => this.load());
    if (!cases) return skeleton(2);
    const running = isRunning(newest) ? newest : undefined;
    return html`<div class="head"><h2 class="grow">Evaluation</h2>${running ? html`<button class="btn small"
        @click=${(/** @type {Event} */ event) => busy(event, () => this.cancel(running))}>Cancel</button>` : nothing}
      <button class="btn small" ?disabled=${!cases.length || Boolean(running)} @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.run())}>${icon('play', 's')}Run version ${this.assistant.version}</button></div>
      ${cases.length ? caseList(cases, mayChange, (one) => this.erase(one)) : html`<p class="small">A case is a question and what its
        answer must fulfil. A run asks all of them.</p>`}
      ${mayChange ? html`<details class="extra" ?open=${!cases.length}><summary>Add a case</summary>${caseForm(this.typed, {
        submit: (event) => this.add(event), update: () => this.requestUpdate() })}</details>` : nothing}
      ${newest ? this.results(newest) : nothing}`;
  }

  /** @param {Api.Evaluation} newest */
  results(newest) {
    const { earlier, cases = [], opened } = this;
    const ended = newest.passed + newest.failed;
    return html`<div class="stack" role="group" aria-label="Results"><div class="row wraps tight">${stateChip(newest.status)}<span
      class="small">${isRunning(newest) ? `${ended} of ${plural(newest.cases, 'case')}` : `${newest.passed} of ${plural(newest.cases,
      'case')} passed`}${earlier ? ` · version ${earlier.version}: ${earlier.passed} of ${plural(earlier.cases,
      'case')}` : ''}</span></div>
      ${isRunning(newest) ? html`<progress max=${newest.cases} value=${ended} aria-label="Progress"></progress>` : nothing}
      ${newest.error ? html`<p class="small">${newest.error}</p>` : nothing}
      ${newest.results.length ? resultTable({ newest, earlier, cases, opened, open: (id) => (this.opened = id) }) : nothing}</div>`;
  }
}

define('gh-evaluation', Evaluation);

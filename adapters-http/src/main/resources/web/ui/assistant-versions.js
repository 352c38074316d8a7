// The versions of an assistant, and what differs between two of them.
import { get } from '../api.js';
import { addressOf } from './assistants.js';
import { audienceOf } from './audience.js';
import { Element, define, html, nothing } from './element.js';
import { time } from './format.js';
import { icon } from './icon.js';
import { lineDiff } from './line-diff.js';
import { busy } from './page.js';
import { toastError } from './toast-error.js';

/** @type {[string, (assistant: Api.Assistant) => unknown][]} */
const FIELDS = [
  ['Name', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['Model', ({ model }) => model],
  ['Temperature', ({ temperature }) => temperature],
  ['Reasoning', ({ reasoningEffort }) => reasoningEffort],
  ['Tools', ({ tools }) => tools?.join(', ') ?? 'all of the user’s'],
  ['Collections', ({ collections }) => collections.join(', ')],
  ['Memory', ({ memory }) => (memory ? 'on' : 'off')],
  ['Starters', ({ starters }) => starters.join(' · ')],
  ['Who can use it', ({ visibility }) => audienceOf(visibility)],
];
const SIGNS = { kept: ' ', removed: '−', added: '+' };
const WORDS = { kept: '', removed: 'removed: ', added: 'added: ' };
/** Lines around a change that stay the same. */
const AROUND = 2;

/** @param {unknown} value */
const shown = (value) => (value === null || value === undefined || value === '' ? '–' : String(value));

/**
 * The fields that differ, but for the instructions: `[label, before, after]`.
 *
 * @param {Api.Assistant} before
 * @param {Api.Assistant} after
 */
export const changedFields = (before, after) =>
  FIELDS.map(([label, of]) => [label, shown(of(before)), shown(of(after))]).filter(([, one, other]) => one !== other);

/** @typedef {{ assistant: Api.Assistant, mayChange: boolean, other?: Api.Assistant }} Properties */

/** Fires `gh-use-version` with the former version that the user wants again. */
class AssistantVersions extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { assistant: { attribute: false }, mayChange: { attribute: false }, other: { state: true } };

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (changed.has('assistant')) this.other = undefined;
  }

  /** @param {number} version */
  async choose(version) {
    try {
      const other = version ? await get(`${addressOf(this.assistant.id)}?version=${version}`) : undefined;
      this.other = other;
    } catch (error) {
      toastError(error);
    }
  }

  render() {
    const { version } = this.assistant;
    if (version === 1) return html`<p class="small">Version 1. Each change makes a new one.</p>`;
    const former = Array.from({ length: version - 1 }, (_, at) => version - 1 - at);
    return html`<div class="stack"><label class="row wraps tight"><span class="small">Compare version ${version} with</span>
      <select class="input" aria-label="Former version" @change=${(/** @type {Ui.On} */ event) => this.choose(Number(event.target.value))}>
        <option value="0" ?selected=${!this.other}>Choose a version</option>${former.map((number) => html`<option value=${number}
        ?selected=${number === this.other?.version}>Version ${number}</option>`)}</select></label>
      ${this.other ? this.difference(this.other) : nothing}</div>`;
  }

  /** @param {Api.Assistant} other */
  difference(other) {
    const fields = changedFields(other, this.assistant);
    const isSame = other.instructions === this.assistant.instructions;
    const use = () => this.dispatchEvent(new CustomEvent('gh-use-version', { detail: other }));
    return html`<p class="small">Version ${other.version}, ${time(other.updatedAt)}</p>
      ${fields.length ? html`<dl class="pairs">${fields.map(([label, before, after]) => html`<dt>${label}</dt><dd><del>${before}</del>
        ${icon('arrow-right', 's')} <ins>${after}</ins></dd>`)}</dl>` : nothing}
      ${isSame ? html`<p class="small">The instructions are the same.</p>` : this.lines(other)}
      ${this.mayChange ? html`<div><button class="btn small" @click=${(/** @type {Event} */ event) => busy(event, use)}>${icon(
        'rotate-ccw', 's')}Use version ${other.version} again</button></div>` : nothing}`;
  }

  /** @param {Api.Assistant} other */
  lines(other) {
    const all = lineDiff(other.instructions, this.assistant.instructions);
    const near = all.map((_, at) => all.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'kept'));
    return html`<div class="diff" tabindex="0" role="group" aria-label="Difference of the instructions">${all.map(({ kind, line }, at) =>
      near[at] ? html`<div class="line ${kind}"><span aria-hidden="true">${SIGNS[kind]}</span><span class="unseen">${WORDS[kind]}</span
      >${line}</div>` : near[at - 1] || at === 0 ? html`<div class="line gap" aria-hidden="true">…</div>` : nothing)}</div>`;
  }
}

define('gh-assistant-versions', AssistantVersions);

// A call of a tool that waits for the user: what is done, with which values, and the decision about it.
import { post } from '../api.js';
import { Element, define, html, nothing } from './element.js';
import { exact } from './format.js';
import { icon } from './icon.js';
import './schema-form.js';
import { toastError } from './toast-error.js';

const INVALID = [400, 422];
const GONE = [404, 409];

/** What the effects are for a reader. @type {Record<string, [string, string]>} */
const EFFECTS = {
  read: ['reads', ''],
  write: ['changes something', 'warn'],
  destructive: ['may remove or overwrite something', 'bad'],
};

/** For which later calls a decision holds. @type {[string, string][]} */
const REMEMBER = [
  ['once', 'This call alone'],
  ['chat', 'All its calls in this chat'],
  ['always', 'All its calls, always'],
];

/**
 * What tells a call from all others that wait: its own identifier is unique in its answer or task alone.
 *
 * @param {Api.Approval} approval
 */
export const keyOf = ({ chatId, taskId, callId }) => `${taskId ?? chatId ?? ''}-${callId}`;

/** @typedef {{ approval: Api.Approval, wrong?: string, isBusy?: boolean }} Properties */

class Approval extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { approval: { attribute: false }, wrong: { state: true }, isBusy: { state: true } };

  /** The form of the call that is shown; it is made once, so that what was filled in stays. @type {Api.Schema | undefined} */
  #schema;

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (changed.has('approval')) this.#schema = schemaOf(this.approval.parameters);
  }

  /**
   * @param {Event} event
   * @param {'approve' | 'deny'} decision
   */
  async #decide(event, decision) {
    event.preventDefault();
    /** @type {import('./schema-form.js').SchemaForm | null} */
    const form = this.querySelector('gh-schema-form');
    const isApproved = decision === 'approve';
    const values = isApproved && form ? form.values() : undefined;
    if ((isApproved && form && !values) || this.isBusy) return;
    const { chatId, taskId, callId, parameters } = this.approval;
    const isChanged = values && JSON.stringify(values) !== JSON.stringify(parameters);
    Object.assign(this, { wrong: undefined, isBusy: true });
    try {
      await post(taskId ? `/web/api/v1/tasks/${taskId}/approvals/${encodeURIComponent(callId)}` : '/api/chat/approvals', {
        ...(taskId ? {} : { chatId, callId }),
        decision,
        remember: this.#value('remember'),
        reason: isApproved ? undefined : this.#value('reason'),
        parameters: isChanged ? values : undefined,
      });
      this.#end();
    } catch (error) {
      const failure = /** @type {Api.Failure} */ (error);
      if (INVALID.includes(failure.status ?? 0)) this.wrong = failure.message;
      else toastError(error);
      if (GONE.includes(failure.status ?? 0)) this.#end();
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {string} name */
  #value(name) {
    /** @type {HTMLInputElement | HTMLSelectElement | null} */
    const control = this.querySelector(`[name="${name}"]`);
    return control?.value || undefined;
  }

  /** The call waits no more. */
  #end() {
    this.dispatchEvent(new CustomEvent('gh-decided', { detail: this.approval }));
  }

  render() {
    const { tool, effect, expiresAt } = this.approval;
    const heading = `approval-${keyOf(this.approval)}`;
    const [words, look] = EFFECTS[effect] ?? [effect, ''];
    return html`<form class="card stack wide question" aria-labelledby=${heading} novalidate
        @submit=${(/** @type {Event} */ event) => this.#decide(event, 'approve')}>
      <h3 id=${heading}>${icon('shield', 's')}<span class="wrap">May <code>${tool}</code> be called?</span></h3>
      <p class="small wrap"><span class="chip ${look}">${words}</span> It waits until ${exact(expiresAt)}.</p>
      ${this.#schema ? html`<gh-schema-form isOfCall .schema=${this.#schema}></gh-schema-form>`
        : html`<p class="small">Without values.</p>`}
      ${this.wrong ? html`<p class="small bad wrap" role="alert">${this.wrong}</p>` : nothing}
      <div class="row wraps"><label class="field"><span class="label">Holds for</span><select name="remember">
          ${REMEMBER.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select></label>
        <label class="field grow"><span class="label">Reason, if you deny it</span><input name="reason" maxlength="2000"
          autocomplete="off"></label></div>
      <div class="row wraps"><button class="btn main" aria-busy=${Boolean(this.isBusy)}>Allow</button>
        <button type="button" class="btn danger"
          @click=${(/** @type {Event} */ event) => this.#decide(event, 'deny')}>Deny</button></div>
    </form>`;
  }
}

/**
 * A schema of the values of a call, so that each can be changed as what it is; undefined when there are none.
 *
 * @param {Record<string, unknown>} parameters
 * @returns {Api.Schema | undefined}
 */
function schemaOf(parameters) {
  const names = Object.keys(parameters);
  if (!names.length) return undefined;
  const properties = Object.fromEntries(names.map((name) => [name, { ...typeOf(parameters[name]), default: parameters[name] }]));
  return /** @type {Api.Schema} */ ({ type: 'object', properties });
}

/** @param {unknown} value */
function typeOf(value) {
  if (typeof value === 'string') return { type: 'string' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: 'number' };
  if (Array.isArray(value)) return { type: 'array' };
  return value && typeof value === 'object' ? { type: 'object' } : {};
}

define('gh-approval', Approval);

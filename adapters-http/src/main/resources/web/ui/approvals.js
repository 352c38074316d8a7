// What waits for the user, and what agents may do.
import { get, put } from '../api.js';
import { keyOf } from './approval.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { icon } from './icon.js';
import { empty, problem, skeleton } from './states.js';
import { toastError } from './toast-error.js';

const WAITING = '/web/agent/api/approvals';
const POLICY = '/web/agent/api/approvals/policy';

/** @type {['read' | 'write' | 'destructive', string][]} */
const EFFECTS = [
  ['read', 'Tools that only read'],
  ['write', 'Tools that add or change something'],
  ['destructive', 'Tools that may remove or overwrite something'],
];
/** @type {[Api.Rule, string][]} */
const RULES = [
  ['allow', 'Allow'],
  ['ask', 'Ask me'],
  ['deny', 'Deny'],
];

/** @typedef {{ waiting?: Api.Approval[], policy?: Api.Policy, error?: Api.Failure }} Properties */

class Approvals extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { waiting: { state: true }, policy: { state: true }, error: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  async #load() {
    this.error = undefined;
    try {
      const [{ approvals }, policy] = await Promise.all([get(WAITING), get(POLICY)]);
      Object.assign(this, { waiting: approvals, policy });
    } catch (error) {
      this.error = /** @type {Api.Failure} */ (error);
    }
  }

  /** @param {Partial<Api.Policy>} change */
  async #change(change) {
    const before = this.policy;
    if (!before) return;
    this.policy = { ...before, ...change };
    try {
      this.policy = await put(POLICY, this.policy);
    } catch (error) {
      this.policy = before;
      toastError(error);
    }
  }

  /** @param {Api.Approval} decided */
  #decided(decided) {
    this.waiting = this.waiting?.filter((approval) => keyOf(approval) !== keyOf(decided));
    this.#load();
  }

  render() {
    if (this.error) return problem(this.error, () => this.#load());
    if (!this.waiting || !this.policy) return skeleton(3, 'cardish');
    return html`<section class="stack"><h2>Waiting for you</h2>
        ${this.waiting.length ? repeat(this.waiting, keyOf, (approval) => this.#card(approval))
          : empty({ icon: 'shield', title: 'Nothing waits', text: 'Calls that need your approval appear here and in their chats.' })}
      </section>
      <section class="stack"><h2>What agents may do</h2>
        <div class="card stack">${EFFECTS.map(([name, label]) => this.#rule(label, /** @type {Api.Policy} */ (this.policy)[name],
          (rule) => this.#change({ [name]: rule })))}</div>
        ${this.#tools(this.policy.tools)}
      </section>`;
  }

  /** @param {Api.Approval} approval */
  #card(approval) {
    return html`<div class="stack"><gh-approval .approval=${approval}
        @gh-decided=${(/** @type {CustomEvent} */ { detail }) => this.#decided(detail)}></gh-approval>
      ${approval.chatId ? html`<a class="btn small" href="/chats/${encodeURIComponent(approval.chatId)}">${icon('message-square', 's')}Open
        the chat</a>` : nothing}</div>`;
  }

  /**
   * @param {string} label
   * @param {Api.Rule} value
   * @param {(rule: Api.Rule) => void} pick
   */
  #rule(label, value, pick) {
    return html`<label class="row"><span class="grow wrap">${label}</span><select
      @change=${(/** @type {Ui.On<HTMLSelectElement>} */ event) => pick(/** @type {Api.Rule} */ (event.target.value))}>
      ${RULES.map(([rule, words]) => html`<option value=${rule} ?selected=${rule === value}>${words}</option>`)}</select></label>`;
  }

  /** The rules of single tools. @param {Record<string, Api.Rule>} tools */
  #tools(tools) {
    const names = Object.keys(tools);
    if (!names.length) return html`<p class="small">A decision that holds always adds a rule for its tool here.</p>`;
    return html`<div class="card stack">${names.map((name) => html`<div class="row">
      <div class="grow">${this.#rule(name, tools[name], (rule) => this.#change({ tools: { ...tools, [name]: rule } }))}</div>
      <button class="btn quiet only" aria-label="Remove the rule of ${name}"
        @click=${() => this.#change({ tools: without(tools, name) })}>${icon('trash-2', 's')}</button></div>`)}</div>`;
  }
}

/**
 * @param {Record<string, Api.Rule>} tools
 * @param {string} name
 */
const without = (tools, name) => Object.fromEntries(Object.entries(tools).filter(([tool]) => tool !== name));

define('gh-approvals', Approvals);

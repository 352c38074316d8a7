// What the answers of an assistant used of models, for its owner.
import { get } from '../api.js';
import { addressOf } from './assistants.js';
import { Element, define, html } from './element.js';
import { money, number, plural } from './format.js';
import { problem, skeleton } from './states.js';

const DAYS = 30;

/** @typedef {{ assistant: Api.Assistant, usage?: Api.AssistantUsage, error?: Api.Failure, leaving?: AbortController }} Properties */

class AssistantUsage extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { assistant: { attribute: false }, usage: { state: true }, error: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    if (this.hasUpdated) this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving?.abort();
  }

  firstUpdated() {
    this.load();
  }

  async load() {
    const signal = this.leaving?.signal;
    this.error = undefined;
    try {
      this.usage = await get(`${addressOf(this.assistant.id)}/usage?days=${DAYS}`, { signal });
    } catch (error) {
      if (!signal?.aborted) this.error = /** @type {Api.Failure} */ (error);
    }
  }

  render() {
    const { usage, error } = this;
    if (error) return problem(error, () => this.load());
    if (!usage) return skeleton(2);
    return html`<div class="head"><h2 class="grow">Usage</h2><span class="small">last ${DAYS} days</span></div>
      ${usage.total.requests ? table(usage) : html`<p class="small">No answers in the last ${DAYS} days. What the answers of all users cost
        appears here.</p>`}`;
  }
}

/** @param {Api.AssistantUsage} usage */
const table = ({ total, versions, currency }) => {
  /** @param {Api.UsageCount} count */
  const cost = (count) => (count.cost === null ? '–' : money(count.cost, currency));
  /** @param {Api.UsageCount} count */
  const cells = (count) => html`<td class="num">${number(count.requests)}</td><td class="num hide-s">${number(count.promptTokens)}</td>
    <td class="num hide-s">${number(count.completionTokens)}</td><td class="num">${cost(count)}</td>`;
  return html`<p><b>${total.cost === null ? plural(total.promptTokens + total.completionTokens, 'token') : cost(total)}</b> <span
      class="small">for ${plural(total.requests, 'request')} to models, of all users together${total.cost === null
      ? '; no model has a price' : ''}</span></p>
    <div class="table-box"><table class="table"><thead><tr><th scope="col">Version</th><th scope="col" class="num">Requests</th>
      <th scope="col" class="num hide-s">Input tokens</th><th scope="col" class="num hide-s">Output tokens</th>
      <th scope="col" class="num">Cost</th></tr></thead>
      <tbody>${versions.map((version) => html`<tr><td>Version ${version.version}</td>${cells(version)}</tr>`)}</tbody>
      ${versions.length > 1 ? html`<tfoot><tr><td>All</td>${cells(total)}</tr></tfoot>` : ''}</table></div>`;
};

define('gh-assistant-usage', AssistantUsage);

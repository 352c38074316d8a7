import { define, html, repeat } from '../ui/element.js';
import { get, post } from '../api.js';
import { icon } from '../ui/icon.js';
import { adviceOf, isReady, isUnconnected, stateWords } from '../ui/integration.js';
import { Page } from '../ui/page.js';
import { filter, firstPage, more, remember, remembered } from '../ui/paged.js';
import { plain } from '../ui/plain.js';
import { empty, skeleton } from '../ui/states.js';
import { toolSwitch } from '../ui/tool-switch.js';

export const tag = 'gh-tools';

const PAUSE_MS = 250;
const MOST_HITS = 20;

/**
 * @typedef {{ id: string, name: string, description: string, integration: string, relevance?: number }} ListedTool
 *
 * @typedef {{
 *   integration: string, words: string, list: Ui.List<ListedTool>, agents: Map<string, import('../ui/tool-switch.js').AgentTool>,
 *   integrations: Api.Integration[], timer?: ReturnType<typeof setTimeout>,
 * }} Properties
 */

class Tools extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  addressed() {
    this.integration = remembered('integration');
    this.words = remembered('q');
  }

  heading() {
    return { title: 'Tools', actions: html`<a class="btn" href="/integrations">${icon('plug')}Integrations</a>` };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { words, integration } = this;
    const [list, agents, { integrations }] = await Promise.all([
      words.trim() ? this.search(words, signal) : firstPage('/web/api/v1/tools', 'tools', { integration }, signal, this),
      this.agents ? undefined : get('/web/agent/api/tools', { signal }),
      this.integrations ? { integrations: this.integrations } : get('/web/api/v1/integrations', { signal }),
    ]);
    if (agents)
      Object.assign(this, {
        agents: new Map(agents.tools.map((/** @type {import('../ui/tool-switch.js').AgentTool} */ tool) => [tool.name, tool])),
      });
    Object.assign(this, { integrations });
    if (!this.list || (words === this.words && integration === this.integration)) Object.assign(this, { list });
  }

  /**
   * @param {string} query
   * @param {AbortSignal} signal
   * @returns {Promise<Ui.List<ListedTool>>}
   */
  async search(query, signal) {
    const { results } = await post('/web/api/v1/tools/search', { query, limit: MOST_HITS }, { signal });
    const items = results.map((/** @type {any} */ { tool, relevance }) => ({ ...tool, relevance }));
    return { path: '', name: 'tools', parameters: {}, items, next: null };
  }

  /** @param {string} words */
  type(words) {
    this.words = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.change(), PAUSE_MS);
  }

  /** @param {string} integration */
  choose(integration) {
    this.integration = integration;
    this.change();
  }

  change() {
    remember({ q: this.words, integration: this.integration });
    this.reload();
  }

  waiting() {
    return html`${this.top()}<div class="card flush">${skeleton(8)}</div>`;
  }

  top() {
    return html`<div class="head"><label class="search">${icon('search')}<span class="unseen">Search tools by name or description</span>
        <input class="input" type="search" maxlength="2000" placeholder="Search tools by name or description" .value=${this.words}
          @input=${(/** @type {Ui.On} */ event) => this.type(event.target.value)}></label>
      ${this.integrations ? filter('Integration', this.integrations.map(({ name }) => name), this.integration, (value) =>
        this.choose(value)) : ''}</div>`;
  }

  content() {
    const items =
      this.words.trim() && this.integration ? this.list.items.filter((tool) => tool.integration === this.integration) : this.list.items;
    return html`${this.top()}
      <div class="card flush">${items.length
        ? html`<ul class="items tools-list">${repeat(items, ({ id }) => id, (tool) => this.item(tool))}</ul>` : this.nothing()}</div>
      ${more(this.list, (list) => ((this.list = list), this.requestUpdate()))}`;
  }

  nothing() {
    const chosen = this.integrations.find(({ name }) => name === this.integration);
    if (chosen && !isReady(chosen))
      return empty({ icon: 'plug', title: `${chosen.displayName}: ${stateWords(chosen)}`, text: adviceOf(chosen) ?? undefined });
    if (chosen && isUnconnected(chosen)) return empty({ icon: 'plug', title: `${chosen.displayName} is not connected`,
      text: 'Connect it to use its tools.', action: html`<a class="btn main" href="/integrations">Connect</a>` });
    if (this.words.trim())
      return empty({ icon: 'search', title: 'No tool found', text: 'The search covers names and descriptions. Try other words.' });
    return empty({ icon: 'wrench', title: 'No tools', text: 'Tools come with integrations, or are registered with POST /api/v1/tools.',
      action: html`<a class="btn main" href="/integrations">Integrations</a>` });
  }

  /** @param {ListedTool} tool */
  item(tool) {
    const agents = this.agents.get(tool.name);
    return html`<li class="go"><a href="/tools/${tool.id}"><span class="grow"><b class="wrap">${tool.name}</b><small
      class="about">${plain(tool.description)}</small></span>
        ${tool.relevance === undefined ? ''
          : html`<span class="small num hide-s" title="Relevance">${Math.round(100 * tool.relevance)} %</span>`}
        <span class="chip plain hide-s">${tool.integration}</span></a>
      ${agents ? toolSwitch(agents, (changed) => (this.agents.set(tool.name, changed), this.requestUpdate()))
        : html`<span class="small faint no-agent"
        title="The agent cannot use it: its integration is not connected">unavailable</span>`}</li>`;
  }
}

define(tag, Tools);

import { get, post } from '../api.js';
import { copy } from './copy.js';
import { Element, define, html, nothing } from './element.js';
import { icon } from './icon.js';
import { toastError } from './toast-error.js';

const BASE = '/web/api/v1';
const ORIGIN = location.origin;
const OPENAI = `${ORIGIN}/completion/v1`;
const OTHERS = `${ORIGIN}/completion`;
const MCP = `${ORIGIN}/mcp`;

/** What clients of each protocol are given as their base address. @type {[string, string, string][]} */
const ADDRESSES = [
  ['OpenAI', OPENAI, 'Chat completions, responses, embeddings, sound, pictures'],
  ['Anthropic', OTHERS, 'Messages'],
  ['Gemini', OTHERS, 'generateContent'],
  ['MCP', MCP, 'Tools, with a key or with sign-in'],
];

/** The provider in the words of Codex's configuration. */
const CODEX = `model_providers.guildhall={name="Guildhall", base_url="${OPENAI}", wire_api="responses", env_key="GUILDHALL_KEY"}`;

/**
 * The lines for each coding agent, with a key and a model.
 *
 * @type {[string, (key: string, model: string) => string][]}
 */
const AGENTS = [
  ['Claude Code', (key, model) => `export ANTHROPIC_BASE_URL=${OTHERS} ANTHROPIC_AUTH_TOKEN=${key} ANTHROPIC_MODEL=${model}
claude`],
  ['Codex', (key, model) => `export GUILDHALL_KEY=${key}
codex -m ${model} -c model_provider=guildhall -c '${CODEX}'`],
  ['Gemini CLI', (key, model) => `export GOOGLE_GEMINI_BASE_URL=${OTHERS} GEMINI_API_KEY=${key} GEMINI_MODEL=${model}
gemini  # choose “Use Gemini API Key” at the first start`],
  ['Qwen Code', (key, model) => `export OPENAI_BASE_URL=${OPENAI} OPENAI_API_KEY=${key} OPENAI_MODEL=${model}
qwen --auth-type openai`],
  ['opencode', (key, model) => `echo '${JSON.stringify({
    model: `guildhall/${model}`,
    provider: { guildhall: { npm: '@ai-sdk/openai-compatible', options: { baseURL: OPENAI, apiKey: key }, models: { [model]: {} } } },
  })}' > opencode.json
opencode`],
  ['Tools in Claude Code', (key) => `claude mcp add --transport http guildhall ${MCP} --header "Authorization: Bearer ${key}"`],
];

/** @typedef {{ key?: string, model?: string, agent: string }} Properties */

/** The addresses for clients, a key for them, and what each coding agent is given. */
class Clients extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { key: { state: true }, model: { state: true }, agent: { state: true } };

  constructor() {
    super();
    this.agent = AGENTS[0][0];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#loadModel();
  }

  async #loadModel() {
    try {
      const { data } = await get('/web/completion/v1/models');
      this.model = data[0]?.id;
    } catch (error) {
      toastError(error);
    }
  }

  render() {
    const [, lines] = AGENTS.find(([name]) => name === this.agent) ?? AGENTS[0];
    const text = lines(this.key ?? 'YOUR_KEY', this.model ?? 'MODEL');
    return html`<section class="stack"><div><h2>Addresses</h2>
        <p class="small">Programs are given one of these as their base address, and an API key.</p></div>
      <ul class="items card flush">${ADDRESSES.map(([name, address, what]) => html`<li><span class="grow"><b>${name}</b> <span
        class="small">${what}</span><br><code class="wrap">${address}</code></span>
        ${copyButton(address, `the address for ${name}`)}</li>`)}</ul>
      </section>
      <section class="stack"><div class="head"><div><h2>Coding agents</h2>
        <p class="small">${this.key ? 'The lines have your new key, which is not shown again.' : 'With a key of their own.'}</p></div>
        ${this.key ? nothing : html`<button class="btn" @click=${this.#makeKey}>${icon('key')}Make a key</button>`}</div>
      <div class="seg wraps" role="group" aria-label="Coding agent">${AGENTS.map(([name]) => html`<button type="button"
        aria-pressed=${name === this.agent} @click=${() => (this.agent = name)}>${name}</button>`)}</div>
      <div class="card stack"><pre class="said" tabindex="0" aria-label="Lines for ${this.agent}">${text}</pre>
        <div class="row">${copyButton(text, 'the lines')}</div></div></section>`;
  }

  async #makeKey() {
    try {
      this.key = (await post(`${BASE}/keys`, { name: 'Coding agent' })).key;
    } catch (error) {
      toastError(error);
    }
  }
}

/**
 * @param {string} text
 * @param {string} what
 */
const copyButton = (text, what) => html`<button class="btn small" @click=${() => copy(text, 'Copied')}>${icon('copy')}Copy<span
  class="unseen"> ${what}</span></button>`;

define('gh-clients', Clients);

import { define, html, nothing, repeat } from '../ui/element.js';
import { del, get } from '../api.js';
import { answeredConsent, connect } from '../ui/connect.js';
import { confirmDialog } from '../ui/dialog.js';
import { plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { integrationDialog } from '../ui/integration-form.js';
import { INTEGRATIONS, advice, isReady, logo, redirectAddress, stateOf } from '../ui/integration.js';
import { Page, busy } from '../ui/page.js';
import { plain } from '../ui/plain.js';
import { navigate } from '../ui/router.js';
import { empty, problem, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';

export const tag = 'gh-integrations';

const FOLLOW_MS = 4_000;
const NOT_CONFIGURED = 'INTEGRATION_NOT_CONFIGURED';
const WAYS = { none: 'No sign-in', apiKey: 'API key', oauth2: 'OAuth sign-in' };

/** @typedef {{ integrations: Api.Integration[], told?: string, timer?: ReturnType<typeof setTimeout> }} Properties */

class Integrations extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  connectedCallback() {
    super.connectedCallback();
    this.told = answeredConsent();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  heading() {
    return {
      title: 'Integrations',
      back: { href: '/tools', label: 'All tools' },
      actions: html`<button class="btn main" @click=${() => this.add()}>${icon('plus')}Add</button>`,
    };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { integrations } = await get(INTEGRATIONS, { signal });
    this.integrations = integrations;
    clearTimeout(this.timer);
    if (this.integrations.some(({ state }) => state === 'connecting'))
      this.timer = setTimeout(() => signal.aborted || this.reload(), FOLLOW_MS);
  }

  async add() {
    const added = await integrationDialog();
    if (added) navigate(`/integrations/${added.name}`);
  }

  /** @param {Api.Integration} integration */
  async connect(integration) {
    try {
      if (!(await connect(integration, '/integrations'))) return;
      await this.reload();
    } catch (error) {
      const { code, message } = /** @type {Api.Failure} */ (error);
      if (code !== NOT_CONFIGURED) return void toastError(error);
      this.integrations = this.integrations.map((each) =>
        each === integration ? { ...each, state: 'not_configured', error: message } : each,
      );
      this.requestUpdate();
    }
  }

  /** @param {Api.Integration} integration */
  async disconnect({ name, displayName }) {
    if (
      !(await confirmDialog({
        title: `Disconnect ${displayName}?`,
        text: 'The agent can no longer use its tools. You can connect it again.',
        action: 'Disconnect',
      }))
    )
      return;
    try {
      await del(`/web/api/v1/integrations/${name}/disconnect`);
      toast(`${displayName} disconnected`);
      await this.reload();
    } catch (error) {
      toastError(error);
    }
  }

  waiting() {
    return html`<div class="cols cards">${[1, 2, 3, 4, 5, 6].map(() => skeleton(1, 'cardish'))}</div>`;
  }

  content() {
    if (!this.integrations.length)
      return html`<div class="card">${empty({ icon: 'plug', title: 'No integrations',
        text: 'Add an MCP server or an API that an OpenAPI document describes, and its tools are yours and the agent’s.',
        action: html`<button class="btn main" @click=${() => this.add()}>${icon('plus')}Add an integration</button>` })}</div>`;
    return html`${this.told ? problem({ message: this.told }) : ''}
      <p class="soft">Services whose tools you and the agent can use. Only you can use your connections.</p>
      <ul class="plain cols cards">${repeat(this.integrations, ({ name }) => name, (each) => this.card(each))}</ul>`;
  }

  /** @param {Api.Integration} each */
  card(each) {
    const tools = each.toolCount === undefined ? 'View tools' : each.toolCount ? `View ${plural(each.toolCount, 'tool')}` : undefined;
    const canConnect = isReady(each) && each.auth !== 'none';
    return html`<li class="card stack">
      <div class="row">${logo(each)}<h2 class="grow wrap"><a
        href="/integrations/${each.name}">${each.displayName}</a></h2>${stateOf(each)}</div>
      <div class="stack tight">${each.description ? html`<p class="about">${plain(each.description)}</p>` : nothing}${advice(each)}
        ${redirectAddress(each)}</div>
      <p class="small faint">${WAYS[each.auth]}${each.visibility === 'private' ? ' · only you' : ''}${each.connectedAt
        ? html` · connected ${time(each.connectedAt)}` : ''}</p>
      <div class="row wraps">${isReady(each) && tools ? html`<a class="btn small quiet" href="/tools?integration=${each.name}">${tools}</a>`
        : ''}
        ${!canConnect ? '' : each.connected
          ? html`<button class="btn small danger end" @click=${() => this.disconnect(each)}>Disconnect</button>`
          : html`<button class="btn small end" @click=${(/** @type {Event} */ event) =>
            busy(event, () => this.connect(each))}>Connect</button>`}</div></li>`;
  }
}

define(tag, Integrations);

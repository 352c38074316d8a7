// Shown at a tool call that failed since its user has not connected the integration, or not with all that it needs.
import { get } from '../api.js';
import { answeredConsent, connect } from './connect.js';
import { Element, define, html, nothing } from './element.js';
import { icon } from './icon.js';
import { isReady, isUnconnected } from './integration.js';
import { toastError } from './toast-error.js';

const NEEDS_CONSENT = ['unauthorized', 'insufficient_scopes'];

/** Whether a connection may help against the failure. @param {Api.ToolCall} call */
export const mayConnect = ({ success, errorKind }) => success === false && NEEDS_CONSENT.includes(errorKind ?? '');

/** @typedef {{ call: Api.ToolCall, integration?: Api.Integration, told?: string, isBusy?: boolean, isRenewed?: boolean }} Properties */

class ConnectCard extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    call: { attribute: false }, integration: { state: true }, told: { state: true }, isBusy: { state: true }, isRenewed: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.isRenewed = new URLSearchParams(location.search).get('status') === 'connected';
    this.told = answeredConsent();
    this.#load();
  }

  async #load() {
    const [name] = this.call.tool.split('.');
    try {
      const { integrations } = await get('/web/api/v1/integrations');
      this.integration = integrations.find((/** @type {Api.Integration} */ each) => each.name === name);
    } catch {
      // The failed call says itself what is missing.
    }
  }

  async #connect() {
    if (!this.integration || this.isBusy) return;
    this.isBusy = true;
    try {
      this.isRenewed = await connect(this.integration, location.pathname);
      if (this.isRenewed) await this.#load();
    } catch (error) {
      toastError(error);
    } finally {
      this.isBusy = false;
    }
  }

  render() {
    const { integration, call, told } = this;
    if (!integration || !isReady(integration) || integration.auth === 'none') return nothing;
    const lacksScopes = call.errorKind === 'insufficient_scopes' && integration.connected;
    const mustConnect = isUnconnected(integration) || (lacksScopes && !this.isRenewed);
    const words = !mustConnect ? 'It is connected. Try again to use the tool.'
      : lacksScopes ? 'The tool needs more rights than you have given it.' : 'The tool needs a connection, which only you can use.';
    return html`<section class="card stack tight connect-card" aria-label="Connection to ${integration.displayName}">
      <h3>${icon('plug', 's')}<span class="wrap">${integration.displayName}</span></h3>
      <p class="small wrap">${words}</p>
      ${told ? html`<p class="small bad wrap" role="alert">${told}</p>` : nothing}
      <div class="row wraps">
        ${mustConnect ? html`<button class="btn main" aria-busy=${Boolean(this.isBusy)} @click=${() => this.#connect()}>Connect</button>`
          : nothing}
        <button class="btn" @click=${() => this.dispatchEvent(new CustomEvent('gh-again'))}>${icon('refresh-cw', 's')}Try again</button>
      </div></section>`;
  }
}

define('gh-connect-card', ConnectCard);

import { get, post, withQuery } from '../api.js';
import { session } from '../state.js';
import { Element, define, html, nothing } from '../ui/element.js';
import { icon, mark } from '../ui/icon.js';
import { busy } from '../ui/page.js';
import { problem, skeleton } from '../ui/states.js';

export const tag = 'gh-consent-page';

const PATH = '/api/oauth/consent';
/** @type {Record<string, string>} */
const SCOPES = { mcp: 'List the tools that you may use, and call them as you. Tools act with the integrations that you have connected.' };
/** How long the buttons are disabled: a click that was meant for another window must not hit them. */
const SETTLE_MS = 700;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * What the server says about the request.
 *
 * @typedef {{ clientId: string, clientName: string, redirectHost: string, scopes: string[], error?: string }} Asked
 *
 * @typedef {{
 *   asked?: Asked, isReady: boolean, error?: Api.Failure, settle: () => void, request: string,
 *   timer?: ReturnType<typeof setTimeout>,
 * }} Properties
 */

/** Asks the user whether an OAuth client may act for them. The server reads the request from the query of this address. */
class ConsentPage extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { params: {}, query: {}, asked: { state: true }, isReady: { state: true }, error: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    this.settle = () => this.#settle();
    document.addEventListener('visibilitychange', this.settle);
    addEventListener('focus', this.settle);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.settle);
    removeEventListener('focus', this.settle);
    clearTimeout(this.timer);
  }

  #settle() {
    clearTimeout(this.timer);
    this.isReady = false;
    this.timer = setTimeout(() => (this.isReady = true), SETTLE_MS);
  }

  async #load() {
    this.error = undefined;
    this.request = location.search.slice(1);
    try {
      this.asked = await get(withQuery(PATH, { request: this.request }));
      this.#settle();
    } catch (error) {
      this.error = /** @type {Api.Failure} */ (error);
    }
  }

  /**
   * @param {Event} event
   * @param {boolean} approved
   */
  async #answer(event, approved) {
    this.error = undefined;
    await busy(event, async () => {
      try {
        const { redirectTo } = await post(PATH, { request: this.request, approved });
        location.assign(redirectTo);
      } catch (error) {
        this.error = /** @type {Api.Failure} */ (error);
      }
    });
  }

  render() {
    document.title = 'Connect a program · Guildhall';
    return html`<div class="scroll"><div class="signin-form"><div>
      <div class="brand">${mark()}Guildhall</div>
      ${this.error ? problem(this.error, this.asked ? undefined : () => this.#load()) : nothing}
      ${this.asked ? (this.asked.error ? this.#faulty(this.asked) : this.#question(this.asked)) : this.error ? this.#unknown()
        : skeleton(4, 'line')}
    </div></div></div>`;
  }

  #unknown() {
    return html`<div class="stack tight"><h1>No program can be connected</h1>
      <p class="soft">The address of this page does not name a program that this server knows. Begin again in the program.</p></div>
      <a class="btn wide" href="/">Go to the start page</a>`;
  }

  /** @param {Asked} asked */
  #faulty({ clientName, error }) {
    return html`<div class="stack tight"><h1>${clientName} cannot be connected</h1><p class="soft">Its request has a fault: <span
      class="wrap">${error}</span></p></div>
      <button class="btn wide" @click=${(/** @type {Event} */ event) => this.#answer(event, false)}>${icon('arrow-left')}Back to
        ${clientName}</button>`;
  }

  /** @param {Asked} asked */
  #question({ clientId, clientName, redirectHost, scopes }) {
    const isHere = LOOPBACK.test(redirectHost);
    return html`<div class="stack tight"><h1 class="wrap">Let ${clientName} act for you?</h1>
        <p class="soft">A program asks for access to the account of ${session.user?.email ?? session.user?.displayName}.</p></div>
      <section class="card stack" aria-label="What it asks for">
        <div class="row">${icon('plug')}<span class="grow wrap"><b>${clientName}</b><br><span
          class="small">${clientId.startsWith('https://') ? html`described at <code>${clientId}</code>`
          : 'This name is its own; the server has not verified it.'}</span></span></div>
        <div class="row">${icon('route')}<span class="grow wrap"><b>You return to ${redirectHost}</b><br><span
          class="small">${isHere ? 'A program on this computer. Go on only if you have just started it.'
          : 'Go on only if you trust this address.'}</span></span></div>
        ${scopes.map((scope) => html`<div class="row">${icon('wrench')}<span
          class="grow wrap"><b>It may use your tools</b> <code>${scope}</code><br><span class="small">${SCOPES[scope]
          ?? nothing}</span></span></div>`)}
      </section>
      <div class="row"><button class="btn grow" @click=${(/** @type {Event} */ event) => this.#answer(event, false)}>Do not allow</button>
        <button class="btn main grow" ?disabled=${!this.isReady}
          @click=${(/** @type {Event} */ event) => this.#answer(event, true)}>Allow</button></div>
      <p class="small">You can end this under Account, Sessions, at any time.</p>`;
  }
}

define(tag, ConsentPage);

// What a server asks the user during a tool call: a form, or an address to open.
import { post } from '../api.js';
import { Element, define, html, nothing } from './element.js';
import { icon } from './icon.js';
import './schema-form.js';
import { toastError } from './toast-error.js';

const INVALID = 400;
const GONE = [404, 409];

/** @typedef {{ question: Api.Question, chatId: string, wrong?: string, isOpened?: boolean, isBusy?: boolean }} Properties */

class Question extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    question: { attribute: false }, chatId: { attribute: false }, wrong: { state: true }, isOpened: { state: true },
    isBusy: { state: true },
  };

  /**
   * @param {Event} event
   * @param {'accept' | 'decline' | 'cancel'} action
   */
  async #answer(event, action) {
    event.preventDefault();
    /** @type {import('./schema-form.js').SchemaForm | null} */
    const form = this.querySelector('gh-schema-form');
    const content = action === 'accept' && form ? form.values() : {};
    if (!content || this.isBusy) return;
    const { chatId, question: { questionId } } = this;
    Object.assign(this, { wrong: undefined, isBusy: true });
    try {
      await post('/api/chat/questions', { chatId, questionId, action, content: action === 'accept' && form ? content : undefined });
      this.#end();
    } catch (error) {
      const failure = /** @type {Api.Failure} */ (error);
      if (failure.status === INVALID) this.wrong = failure.message;
      else toastError(error);
      if (GONE.includes(failure.status ?? 0)) this.#end();
    } finally {
      this.isBusy = false;
    }
  }

  /** The question waits no more. */
  #end() {
    this.dispatchEvent(new CustomEvent('gh-answered', { detail: this.question.questionId }));
  }

  render() {
    const { message, server, schema, url } = this.question;
    const heading = `question-${this.question.questionId}`;
    return html`<form class="card stack wide question" aria-labelledby=${heading} novalidate
        @submit=${(/** @type {Event} */ event) => this.#answer(event, 'accept')}>
      <h3 id=${heading}>${icon('message-square', 's')}<span class="wrap">${server || 'A tool'} asks you</span></h3>
      <p class="wrap lines">${message}</p>
      ${schema ? html`<gh-schema-form .schema=${schema}></gh-schema-form>` : nothing}
      ${url ? this.#address(url) : nothing}
      ${this.wrong ? html`<p class="small bad wrap" role="alert">${this.wrong}</p>` : nothing}
      <p class="small faint">Your answer goes to ${server || 'the tool'}. Give no passwords or keys.</p>
      <div class="row wraps"><button class="btn main" aria-busy=${Boolean(this.isBusy)}
        ?disabled=${Boolean(url) && !this.isOpened}>${url ? 'Continue' : 'Send answer'}</button>
        <button type="button" class="btn"
          @click=${(/** @type {Event} */ event) => this.#answer(event, 'decline')}>Decline</button>
        <button type="button" class="btn quiet"
          @click=${(/** @type {Event} */ event) => this.#answer(event, 'cancel')}>Cancel</button></div>
    </form>`;
  }

  /** Only a click of the person opens it. @param {string} url */
  #address(url) {
    const host = hostOf(url);
    if (!host) return nothing;
    return html`<p class="wrap"><a class="btn" href=${url} target="_blank" rel="noopener noreferrer"
        @click=${() => (this.isOpened = true)}>${icon('external-link', 's')}Open ${host}</a></p>
      <p class="small wrap"><code>${url}</code></p>`;
  }
}

/** The host of a web address; undefined for any other. @param {string} url */
function hostOf(url) {
  try {
    const { protocol, host } = new URL(url);
    return ['https:', 'http:'].includes(protocol) ? host : undefined;
  } catch {
    return undefined;
  }
}

define('gh-question', Question);

// The form that gives a task of the type `wait` its signal.
import { post } from '../api.js';
import { Element, define, html, nothing } from './element.js';
import { exact } from './format.js';
import { parse } from './json.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

/** @typedef {{ taskId: string, input?: Record<string, any>, wrong?: string, isBusy?: boolean }} Properties */

/** `input` is that of the task, where it is known. The event `gh-signalled` has the task. */
class Signal extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { taskId: {}, input: { attribute: false }, wrong: { state: true }, isBusy: { state: true } };

  /** @param {Event} event */
  async #send(event) {
    event.preventDefault();
    const text = this.querySelector('textarea')?.value.trim() ?? '';
    const { value, wrong } = text ? parse(text) : { value: null, wrong: undefined };
    this.wrong = wrong;
    if (wrong || this.isBusy) return;
    this.isBusy = true;
    try {
      const task = await post(`/web/api/v1/tasks/${this.taskId}/signal`, { payload: value });
      toast('Signal sent');
      this.dispatchEvent(new CustomEvent('gh-signalled', { detail: task }));
    } catch (error) {
      toastError(error);
    }
    this.isBusy = false;
  }

  render() {
    const { signal, until } = this.input ?? {};
    return html`<form class="card stack question" aria-labelledby="signal-title" novalidate
        @submit=${(/** @type {Event} */ event) => this.#send(event)}>
      <h2 id="signal-title" class="wrap">${signal ? `Waits for ${signal}` : 'Waits for a signal'}</h2>
      ${until ? html`<p class="small">Without one it completes at ${exact(until)}.</p>` : nothing}
      <div class="field"><label class="label" for="signal-payload">Payload <span class="faint">optional</span></label>
        <textarea class="input mono" id="signal-payload" rows="3" spellcheck="false" placeholder='{"approved": true}'
          aria-invalid=${Boolean(this.wrong)} aria-describedby="signal-payload-hint"></textarea>
        <span class="hint" id="signal-payload-hint">${this.wrong ? html`<span class="wrong" role="alert">${this.wrong}</span>`
          : 'Any JSON. It is the output of the task, for the steps after it.'}</span></div>
      <div class="row"><button class="btn main" aria-busy=${Boolean(this.isBusy)}>Send the signal</button></div></form>`;
  }
}

define('gh-signal', Signal);

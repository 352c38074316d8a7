import { del, get, post } from '../api.js';
import { copy } from './copy.js';
import { openDialog } from './dialog.js';
import { Element, define, html, nothing } from './element.js';
import { field } from './field.js';
import { time } from './format.js';
import { icon } from './icon.js';
import { chip, problem, skeleton } from './states.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

const PATH = '/web/api/v1/auth/factors';
const INVALID = 422;

/**
 * @typedef {{ id: string, kind: string, createdAt: string, lastUsedAt: string | null }} Factor
 *
 * @typedef {{ data?: { factors: Factor[], recoveryCodes: number, required: boolean }, error?: Api.Failure }} Properties
 */

/** The second factors of the account: adds, shows and removes them. */
class Factors extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { data: { state: true }, error: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  async load() {
    try {
      this.data = await get(PATH);
      this.error = undefined;
    } catch (error) {
      this.error = /** @type {Api.Failure} */ (error);
    }
  }

  render() {
    if (this.error) return problem(this.error, () => this.load());
    if (!this.data) return skeleton(2);
    const [factor] = this.data.factors;
    return html`<section class="stack"><div class="head"><div><h2>Two-step sign-in</h2>
      <p class="small">With an authenticator application a sign-in needs a code too, so that a stolen password is not enough.</p></div>
      ${factor ? nothing : html`<button class="btn main" @click=${() => this.add()}>${icon('plus')}Add an authenticator</button>`}</div>
      ${this.data.required && !factor ? html`<div class="problem notice" role="alert">${icon('shield')}<div>This server requires it. Add an
        authenticator to go on.</div></div>` : nothing}
      ${factor ? this.factor(factor) : nothing}</section>`;
  }

  /** @param {Factor} factor */
  factor(factor) {
    const left = this.data?.recoveryCodes ?? 0;
    return html`<ul class="items card flush">
      <li>${icon('lock')}<span class="grow"><b>Authenticator application</b><br><span class="small">added ${time(factor.createdAt)}${
        factor.lastUsedAt ? html`, last used ${time(factor.lastUsedAt)}` : nothing}</span></span>
        <button class="btn small danger" @click=${() => this.removeFactor(factor)}>Remove<span class="unseen"> the
          authenticator</span></button></li>
      <li>${icon('key')}<span class="grow"><b>Recovery codes</b><br><span class="small">Each signs you in once without the
        application.</span></span>${chip(`${left} left`, left > 2 ? 'plain' : 'warn')}
        <button class="btn small" @click=${() => this.renew()}>Make new ones</button></li></ul>`;
  }

  async add() {
    /** @type {{ secret: string, qr: string }} */
    let made;
    try {
      made = await post(`${PATH}/totp`);
    } catch (error) {
      toastError(error);
      return;
    }
    let code = '';
    let wrong = '';
    /** @param {Ui.Dialog} dialog */
    const confirm = async (dialog) => {
      try {
        dialog.close((await post(`${PATH}/totp/confirm`, { code })).recoveryCodes);
      } catch (error) {
        const failure = /** @type {Api.Failure} */ (error);
        wrong = failure.status === INVALID ? 'That is not the code that the application shows now.' : failure.message;
        dialog.update();
      }
    };
    const codes = await openDialog({
      title: 'Add an authenticator',
      body: (dialog) => html`<p>Scan the code with an authenticator application, or type the key into it. Then type the six digits that it
          shows.</p>
        <div class="row wraps"><img src=${made.qr} width="180" height="180" alt="QR code of the key">
          <div class="stack tight"><span class="label">Key</span><code class="wrap">${made.secret}</code>
          <button class="btn small" type="button" @click=${() => copy(made.secret, 'Key copied')}>${icon('copy')}Copy</button></div></div>
        <form id="totp-form" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), confirm(dialog))}>
        ${field('totp-code', 'Code', html`<input class="input" id="totp-code" autofocus required inputmode="numeric" pattern="[0-9 ]*"
          maxlength="7" autocomplete="one-time-code" aria-invalid=${wrong ? 'true' : nothing}
          aria-describedby=${wrong ? 'totp-code-hint' : nothing}
          @input=${(/** @type {Ui.On} */ event) => (code = event.target.value)}>`,
        wrong ? html`<span class="wrong" role="alert">${wrong}</span>` : undefined)}</form>`,
      foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
        <button class="btn main" form="totp-form">Add</button>`,
    });
    if (!codes) return;
    await this.load();
    await showCodes(codes);
  }

  async renew() {
    const password = await askPassword('Make new recovery codes?', 'Those that you have now stop working.', 'Make new ones');
    if (password === undefined) return;
    try {
      const { recoveryCodes } = await post(`${PATH}/recovery-codes`, passwordOf(password), { signIn: false });
      await this.load();
      await showCodes(recoveryCodes);
    } catch (error) {
      toastError(wrongPassword(error));
    }
  }

  /** @param {Factor} factor */
  async removeFactor(factor) {
    const password = await askPassword('Remove the authenticator?', 'A password alone then signs you in.', 'Remove');
    if (password === undefined) return;
    try {
      await del(`${PATH}/${encodeURIComponent(factor.id)}`, passwordOf(password), { signIn: false });
      toast('Authenticator removed');
      await this.load();
    } catch (error) {
      toastError(wrongPassword(error));
    }
  }
}

/** @param {string} password */
const passwordOf = (password) => (password ? { password } : {});

/** @param {unknown} error */
const wrongPassword = (error) =>
  /** @type {Api.Failure} */ (error).status === 401 ? { message: 'The password is wrong.' } : error;

/**
 * @param {string} title
 * @param {string} text
 * @param {string} action
 * @returns {Promise<string | undefined>}
 */
function askPassword(title, text, action) {
  let password = '';
  return openDialog({
    title,
    body: ({ close }) => html`<p>${text}</p><form id="factor-form" @submit=${(/** @type {Event} */ event) =>
      (event.preventDefault(), close(password))}>${field('factor-password', 'Your password', html`<input class="input"
      id="factor-password" type="password" autofocus autocomplete="current-password" aria-describedby="factor-password-hint"
      @input=${(/** @type {Ui.On} */ event) => (password = event.target.value)}>`, 'Leave it empty if you sign in with a provider alone.')}
      </form>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main danger" form="factor-form">${action}</button>`,
  });
}

/** @param {string[]} codes */
const showCodes = (codes) =>
  openDialog({
    title: 'Your recovery codes',
    body: () => html`<p>Keep them where you find them without your phone. Each works once. They are not shown again.</p>
      <pre aria-label="Recovery codes">${codes.join('\n')}</pre>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => copy(codes.join('\n'), 'Codes copied')}>${icon('copy')}Copy</button>
      <button class="btn main" @click=${() => close()}>I have kept them</button>`,
  });

define('gh-factors', Factors);

import { del, get, post } from '../api.js';
import { copy } from './copy.js';
import { openDialog } from './dialog.js';
import { Element, define, html, nothing } from './element.js';
import { field } from './field.js';
import { time } from './format.js';
import { icon } from './icon.js';
import { makePasskey, passkeyFault, takesPasskeys } from './passkey.js';
import { chip, problem, skeleton } from './states.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

const PATH = '/web/api/v1/auth/factors';
const INVALID = 422;
const TOTP = 'totp';

/**
 * @typedef {{ id: string, kind: string, name: string | null, createdAt: string, lastUsedAt: string | null }} Factor
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
    const { factors, required } = this.data;
    const hasApplication = factors.some(({ kind }) => kind === TOTP);
    const canAdd = takesPasskeys();
    return html`<section class="stack"><div class="head"><div><h2>Two-step sign-in</h2>
      <p class="small">With a passkey or an authenticator application a stolen password is not enough. A passkey also signs you in without
        the password: with a finger, a face or a PIN.</p></div></div>
      ${required && !factors.length ? html`<div class="problem notice" role="alert">${icon('shield')}<div>This server requires it. Add a
        passkey or an authenticator to go on.</div></div>` : nothing}
      ${factors.length ? html`<ul class="items card flush">${factors.map((factor) => this.factor(factor))}${this.codes()}</ul>` : nothing}
      <div class="row wraps">${canAdd ? html`<button class="btn main" @click=${() => this.addPasskey()}>${icon('fingerprint')}Add a
        passkey</button>` : nothing}
        ${hasApplication ? nothing : html`<button class="btn ${canAdd ? '' : 'main'}" @click=${() => this.add()}>${icon('plus')}Add an
        authenticator</button>`}</div>
      ${canAdd ? nothing : html`<p class="small">Passkeys cannot be added here: they need a current browser, and the public address of this
        server with https or localhost.</p>`}</section>`;
  }

  /** @param {Factor} factor */
  factor(factor) {
    const isPasskey = factor.kind !== TOTP;
    return html`<li>${icon(isPasskey ? 'fingerprint' : 'lock')}<span class="grow"><b dir="auto">${
        isPasskey ? factor.name : 'Authenticator application'}</b><br><span class="small">${isPasskey ? 'Passkey, added' : 'added'} ${
        time(factor.createdAt)}${factor.lastUsedAt ? html`, last used ${time(factor.lastUsedAt)}` : nothing}</span></span>
        <button class="btn small danger" @click=${() => this.removeFactor(factor)}>Remove<span class="unseen"> the
          ${isPasskey ? html`passkey ${factor.name}` : 'authenticator'}</span></button></li>`;
  }

  codes() {
    const left = this.data?.recoveryCodes ?? 0;
    return html`<li>${icon('key')}<span class="grow"><b>Recovery codes</b> ${chip(`${left} left`, left > 2 ? 'plain' : 'warn')}<br>
        <span class="small">Each signs you in once.</span></span>
        <button class="btn small" @click=${() => this.renew()}>Make new ones</button></li>`;
  }

  async addPasskey() {
    let name = '';
    let wrong = '';
    let isBusy = false;
    /** @param {Ui.Dialog} dialog */
    const submit = async (dialog) => {
      if (isBusy) return;
      isBusy = true;
      wrong = '';
      dialog.update();
      let host = '';
      try {
        const options = await post(`${PATH}/passkeys/options`);
        host = options.rp.id;
        dialog.close(await post(`${PATH}/passkeys`, { name, credential: await makePasskey(options) }));
      } catch (error) {
        wrong = passkeyFault(error, host).message;
        isBusy = false;
        dialog.update();
      }
    };
    const added = await openDialog({
      title: 'Add a passkey',
      body: (dialog) => html`<p>Your browser asks where to keep it: on this device, on your phone or on a security key.</p>
        <form id="passkey-form" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), submit(dialog))}>
        ${field('passkey-name', 'Name', html`<input class="input" id="passkey-name" autofocus required maxlength="100" autocomplete="off"
          placeholder="Laptop" aria-describedby="passkey-name-hint"
          @input=${(/** @type {Ui.On} */ event) => (name = event.target.value)}>`, wrong
          ? html`<span class="wrong" role="alert">${wrong}</span>` : 'By which you recognise it in the list.')}</form>`,
      foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
        <button class="btn main" form="passkey-form" aria-busy=${isBusy ? 'true' : nothing}>Add</button>`,
    });
    if (!added) return;
    await this.load();
    if (added.recoveryCodes) await showCodes(added.recoveryCodes);
    else toast('Passkey added');
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
    const what = factor.kind === TOTP ? 'authenticator' : 'passkey';
    const isLast = this.data?.factors.length === 1;
    const text = isLast ? 'The password alone then signs you in.' : 'It signs you in no more. Remove it from your device, too.';
    const password = await askPassword(`Remove the ${what}?`, text, 'Remove');
    if (password === undefined) return;
    try {
      await del(`${PATH}/${encodeURIComponent(factor.id)}`, passwordOf(password), { signIn: false });
      toast(what === 'passkey' ? 'Passkey removed' : 'Authenticator removed');
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
    body: () => html`<p>Keep them where you find them without your phone. Each signs you in once. They are not shown again.</p>
      <pre aria-label="Recovery codes">${codes.join('\n')}</pre>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => copy(codes.join('\n'), 'Codes copied')}>${icon('copy')}Copy</button>
      <button class="btn main" @click=${() => close()}>I have kept them</button>`,
  });

define('gh-factors', Factors);

import { post } from '../api.js';
import { Element, define, html, nothing } from './element.js';
import { field } from './field.js';
import { icon } from './icon.js';
import { askPasskey, passkeyFault, takesPasskeys } from './passkey.js';

const PATH = '/api/session/second-factor';
const UNAUTHENTICATED = 401;
/** The methods that are codes. */
const CODES = ['totp', 'recovery'];
const BAD_CODE = 'The code is wrong, was used already, or the sign-in took longer than five minutes.';
const BAD_PASSKEY = 'This passkey is not one of the account, or the sign-in took longer than five minutes.';

/**
 * What the second step of a sign-in needs; the options where it may be a passkey.
 *
 * @typedef {{ challenge: string, methods: string[], options?: PublicKeyCredentialRequestOptionsJSON }} SecondStep
 *
 * @typedef {{ step: SecondStep, back: () => void, done: (user: Api.User) => void, isBusy?: boolean, error?: Api.Failure }} Properties
 */

/**
 * The second step after a sign-in with a provider, whose answer has no room for a list of passkeys.
 *
 * @param {string} token
 * @returns {SecondStep}
 */
export function stepOf(token) {
  const [challenge, more] = token.split('&');
  return { challenge, methods: CODES, options: more ? { challenge, userVerification: 'preferred' } : undefined };
}

/** The second step of a sign-in: a passkey, or a code of an application or of recovery. */
class SecondStepForm extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { step: {}, back: {}, done: {}, isBusy: { state: true }, error: { state: true } };

  firstUpdated() {
    this.#focus();
  }

  render() {
    const { methods, options } = this.step;
    const isPasskey = options && takesPasskeys();
    const hasCode = methods.some((method) => CODES.includes(method));
    return html`<div class="stack">
      ${this.error ? html`<div class="problem" role="alert">${icon('circle-alert')}<div>${this.error.message}</div></div>` : nothing}
      ${isPasskey ? html`<button class="btn main wide" type="button" data-first aria-busy=${this.isBusy ? 'true' : nothing}
        @click=${() => this.#passkey(options)}>${icon('fingerprint')}Use a passkey</button>` : nothing}
      ${isPasskey && hasCode ? html`<div class="or">or with a code</div>` : nothing}
      ${hasCode ? this.#code(!isPasskey) : nothing}
      ${isPasskey || hasCode ? nothing : html`<div class="problem notice">${icon('info')}<div>This account needs a passkey, which this
        browser cannot use at this address.</div></div>`}
      <p class="small"><button class="link" type="button" @click=${this.back}>Start again</button></p></div>`;
  }

  /** @param {boolean} isMain */
  #code(isMain) {
    return html`<form @submit=${this.#submit}>
      ${field('code', 'Code', html`<input class="input tall" id="code" name="code" required maxlength="40" autocomplete="one-time-code"
        spellcheck="false" autocapitalize="off" aria-describedby="code-hint" ?data-first=${isMain}>`,
      this.step.methods.includes('totp') ? 'Of your authenticator application, or a recovery code.' : 'One of your recovery codes.')}
      <button class="btn ${isMain ? 'main' : ''} wide" aria-busy=${this.isBusy ? 'true' : nothing}>Sign in</button></form>`;
  }

  #focus() {
    /** @type {HTMLElement | null} */
    const first = this.querySelector('[data-first]');
    first?.focus();
  }

  /** @param {Ui.On<HTMLFormElement>} event */
  #submit(event) {
    event.preventDefault();
    const code = new FormData(event.target).get('code');
    return this.#send(() => Promise.resolve({ code }), BAD_CODE);
  }

  /** @param {PublicKeyCredentialRequestOptionsJSON} options */
  #passkey(options) {
    return this.#send(async () => ({ credential: await askPasskey(options) }), BAD_PASSKEY);
  }

  /**
   * @param {() => Promise<Record<string, unknown>>} proof
   * @param {string} wrong
   */
  async #send(proof, wrong) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    try {
      this.done(await post(PATH, { challenge: this.step.challenge, ...(await proof()) }, { signIn: false }));
    } catch (error) {
      const failure = passkeyFault(error, this.step.options?.rpId);
      this.error = failure.status === UNAUTHENTICATED ? { message: wrong } : failure;
      this.#focus();
    } finally {
      this.isBusy = false;
    }
  }
}

define('gh-second-step', SecondStepForm);

import { post } from '../api.js';
import { session } from '../state.js';
import { Element, define, html, nothing } from '../ui/element.js';
import { field } from '../ui/field.js';
import { icon, mark } from '../ui/icon.js';
import { navigate } from '../ui/router.js';

export const tag = 'gh-mailed-link-page';

const BASE = '/web/api/v1/auth';
const SHORTEST_PASSWORD = 8;
const INVALID = 422;
const BAD_LINK = 'This link is not valid: it is incomplete, was used already or has expired. Ask for another one.';

/** @type {Record<string, { title: string, text: string, done: string }>} */
const PAGES = {
  '/forgot-password': {
    title: 'Forgot your password?',
    text: 'We mail you a link with which you set another one.',
    done: 'If this address has an account, a mail with a link is on its way. The link works once, for an hour.',
  },
  '/reset-password': {
    title: 'Set another password',
    text: 'You are then signed out everywhere.',
    done: 'The password is set. Sign in with it.',
  },
  '/verify-email': {
    title: 'Verify your address',
    text: 'So that others can add you by it, and a forgotten password can be reset.',
    done: 'The address is verified.',
  },
};

/** @typedef {{ isBusy?: boolean, isDone?: boolean, error?: Api.Failure, token: string, path: string }} Properties */

/** The pages of mailed links, and the one that asks for a link. */
class MailedLinkPage extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { params: {}, query: {}, isBusy: { state: true }, isDone: { state: true }, error: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.path = location.pathname;
    // The token stands behind the #, so that no server logs it; it leaves the address at once.
    this.token = location.hash.slice(1);
    if (this.token) navigate(this.path, { replace: true, quiet: true });
    if (!this.token && this.path !== '/forgot-password') this.error = { message: BAD_LINK };
  }

  render() {
    const { title, text, done } = PAGES[this.path];
    document.title = `${title} · Guildhall`;
    return html`<div class="signin"><div class="signin-form"><div>
      <div class="brand">${mark()}Guildhall</div>
      <div class="stack tight"><h1>${title}</h1>${this.isDone ? nothing : html`<p class="soft">${text}</p>`}</div>
      ${this.error ? html`<div class="problem" role="alert">${icon('circle-alert')}<div>${this.error.message}</div></div>` : nothing}
      ${this.isDone ? html`<div class="problem notice" role="status">${icon('check')}<div>${done}</div></div>` : this.#form()}
      <p class="small"><a class="link" href=${session.user ? '/' : '/sign-in'}>${session.user ? 'Go to the start page' : 'Sign in'}</a></p>
    </div></div></div>`;
  }

  #form() {
    if (this.path !== '/forgot-password' && !this.token) return nothing;
    return html`<form @submit=${this.#submit}>${this.#input()}
      <button class="btn main wide" aria-busy=${this.isBusy ? 'true' : nothing}>${this.#action}</button></form>`;
  }

  get #action() {
    if (this.path === '/forgot-password') return 'Mail me a link';
    return this.path === '/reset-password' ? 'Set the password' : 'Verify the address';
  }

  #input() {
    if (this.path === '/forgot-password') {
      return field('email', 'Email', html`<input class="input tall" id="email" name="email" type="email" required
        autocomplete="username" maxlength="254" data-focus>`);
    }
    if (this.path === '/verify-email') return nothing;
    return field('password', 'New password', html`<input class="input tall" id="password" name="password" type="password" required
      minlength=${SHORTEST_PASSWORD} maxlength="128" autocomplete="new-password" aria-describedby="password-hint" data-focus>`,
    `At least ${SHORTEST_PASSWORD} characters.`);
  }

  /** @param {Ui.On<HTMLFormElement>} event */
  async #submit(event) {
    event.preventDefault();
    if (this.isBusy) return;
    const form = new FormData(event.target);
    this.isBusy = true;
    this.error = undefined;
    try {
      await this.#send(form);
      this.isDone = true;
    } catch (error) {
      const failure = /** @type {Api.Failure} */ (error);
      this.error = failure.status === INVALID && this.path !== '/forgot-password' ? { message: BAD_LINK } : failure;
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {FormData} form */
  #send(form) {
    const options = { signIn: false };
    if (this.path === '/forgot-password') return post(`${BASE}/password/forgot`, { email: String(form.get('email')).trim() }, options);
    if (this.path === '/verify-email') return post(`${BASE}/email/verify`, { token: this.token }, options);
    return post(`${BASE}/password/reset`, { token: this.token, newPassword: form.get('password') }, options);
  }
}
define(tag, MailedLinkPage);

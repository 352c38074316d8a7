import { get, post } from '../api.js';
import { session } from '../state.js';
import { Element, define, html, nothing } from '../ui/element.js';
import { icon, mark } from '../ui/icon.js';
import { askPasskey, passkeyFault, takesPasskeys } from '../ui/passkey.js';
import { navigate } from '../ui/router.js';
import { stepOf } from '../ui/second-step.js';
import { windowStorage } from '../ui/storage.js';
import { toast } from '../ui/toast.js';
import { toolCard } from '../ui/tool-card.js';

export const tag = 'gh-sign-in-page';

const SHORTEST_PASSWORD = 8;
const PASSKEY = 'passkey';
const UNAUTHENTICATED = 401;
const BAD_LINK = 'This setup link is not valid: it is incomplete, or an administrator exists already.';
const FORBIDDEN = 403;
const BAD_PASSKEY = 'This passkey signs in to no account here, or the sign-in took longer than five minutes. Sign in another way.';
const BAD_INVITATION = 'This invitation does not work: it was used, has expired, or is for another address. Ask for another one.';

/** Why a sign-in with a provider failed, by the reason in the address. @type {Record<string, string>} */
const REASONS = {
  denied: 'You did not agree at the provider. Agree there, or sign in with a password.',
  refused: 'The provider refused the sign-in. Start again.',
  unavailable: 'The provider does not answer. Try again later, or sign in with a password.',
  not_linked: 'An account with this email exists already. Sign in with its password.',
  provider: 'This server does not know the provider.',
  closed: 'An administrator of this server decides who gets an account.',
  session: 'Your session ended before the identity was linked. Sign in and begin it again.',
};

/**
 * The error of the form in the words of the page.
 *
 * @param {Api.Failure} error
 * @param {boolean} isInvited
 */
function errorOf(error, isInvited) {
  if (error.status === UNAUTHENTICATED) return { message: 'Wrong email or password.' };
  if (error.status === FORBIDDEN && isInvited) return { message: BAD_INVITATION };
  return error.message.startsWith('Setup link ') ? { message: BAD_LINK } : error;
}

/**
 * Only an address of this application: a link must not lead the user elsewhere after the sign-in.
 *
 * @param {URLSearchParams} query
 */
function destination(query) {
  const to = query.get('to') ?? '/';
  const url = new URL(to, location.origin);
  // A path that begins with two slashes names a host.
  return url.origin === location.origin && to.startsWith('/') && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

/**
 * @typedef {{
 *   query: URLSearchParams, isNew: boolean, isBusy?: boolean, isShown: boolean, error?: Api.Failure, providers: { name: string,
 *   displayName?: string }[], registration: string, needsAdmin: boolean, setupToken?: string, invitation?: string,
 *   sendsMail?: boolean, second?: import('../ui/second-step.js').SecondStep,
 * }} Properties
 */

class SignInPage extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    params: {},
    query: {},
    isNew: { state: true },
    isBusy: { state: true },
    isShown: { state: true },
    error: { state: true },
    providers: { state: true },
    registration: { state: true },
    needsAdmin: { state: true },
    sendsMail: { state: true },
    second: { state: true },
  };

  constructor() {
    super();
    this.isNew = false;
    this.isShown = false;
    this.providers = /** @type {{ name: string, displayName?: string }[]} */ ([]);
    this.registration = 'open';
  }

  connectedCallback() {
    super.connectedCallback();
    this.#readToken();
    this.isNew = this.query.get('new') === '1' || this.#isPermitted;
    const failure = this.query.get('error');
    this.query.delete('error');
    if (failure) this.error = { message: REASONS[failure] ?? 'The sign-in failed. Start again.' };
    if (session.user && this.setupToken) return void this.#setUp();
    if (!session.user) return void this.#loadProviders();
    // The message stays after the page: the user is signed in and continues.
    if (failure && this.error) toast(this.error.message, { kind: 'bad' });
    navigate(destination(this.query), { replace: true });
  }

  /**
   * The token of the first start, of an invitation, or of a sign-in with a provider that needs a second step, stands behind the #, so
   * that no server logs it; it leaves the address at once.
   */
  #readToken() {
    const path = location.pathname;
    const token = location.hash.slice(1);
    if (path === '/setup') this.setupToken = token;
    else if (path === '/invitation') this.invitation = token;
    else if (token) this.second = stepOf(token);
    else return;
    navigate(path, { replace: true, quiet: true });
    if (!token) navigate('/sign-in', { replace: true });
  }

  /** Whether the link permits the registration, however the server takes new users. */
  get #isPermitted() {
    return Boolean(this.setupToken || this.invitation);
  }

  /** The link makes the account of a user who is signed in the administrator. */
  async #setUp() {
    try {
      await post('/web/api/v1/auth/setup', { token: this.setupToken });
      session.set(await get('/api/session'));
      toast('You are the administrator of this server now');
      navigate('/admin/users', { replace: true });
    } catch (error) {
      const { status, message } = /** @type {Api.Failure} */ (error);
      toast(status === 422 ? BAD_LINK : message, { kind: 'bad' });
      navigate('/', { replace: true });
    }
  }

  async #loadProviders() {
    try {
      const { providers, registration, needsAdmin, mail } = await get('/api/session/providers', { signIn: false });
      this.providers = providers ?? [];
      this.registration = registration ?? 'open';
      this.needsAdmin = needsAdmin;
      this.sendsMail = mail;
      if (this.registration !== 'open' && !this.#isPermitted) this.isNew = false;
    } catch {
      // Without providers a user signs in with a password.
    }
  }

  render() {
    const back = () => (this.second = undefined);
    document.title = `${this.isNew ? 'Register' : 'Sign in'} · Guildhall`;
    return html`<div class="signin">
      <div class="signin-form"><div>
        <div class="brand">${mark()}Guildhall</div>
        <div class="stack tight"><h1>${this.#isSetup ? 'Create the first account' : this.isNew ? 'Create your account' : 'Sign in'}</h1>
          <p class="soft">${this.#isSetup ? 'It administers this installation: it sees all users and decides about them.' : this.isNew
            ? 'Chats, files and tasks that you make are yours alone.' : 'Continue where you left off.'}</p></div>
        ${this.error ? html`<div class="problem" role="alert">${icon('circle-alert')}<div>${this.error.message}</div></div>` : nothing}
        ${this.needsAdmin && !this.setupToken
          ? html`<div class="problem notice">${icon('info')}<div>This server has no administrator yet. Open the link
          <code>${location.origin}/setup#…</code> that it printed when it started; it stands in its log, too.</div></div>` : nothing}
        ${this.second
          ? html`<gh-second-step .step=${this.second} .back=${back} .done=${this.#enter}></gh-second-step>`
          : html`${this.#others()}${this.#form()}${this.#other()}`}
      </div></div>
      <div class="signin-preview" aria-hidden="true" inert>${this.#show()}</div>
    </div>`;
  }

  /** @param {Api.User} user */
  #enter = (user) => {
    session.set(user);
    navigate(destination(this.query), { replace: true });
  };

  async #passkeyAlone() {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    let host;
    try {
      const options = await post('/api/session/passkey/options', undefined, { signIn: false });
      host = options.rpId;
      this.#enter(await post('/api/session/passkey', { credential: await askPasskey(options) }, { signIn: false }));
    } catch (error) {
      const failure = passkeyFault(error, host);
      this.error = failure.status === UNAUTHENTICATED ? { message: BAD_PASSKEY } : failure;
      this.#focus(PASSKEY);
    } finally {
      this.isBusy = false;
    }
  }

  #other() {
    if (!this.isNew && this.registration !== 'open' && !this.#isPermitted) {
      return html`<p class="small">New here? An administrator of this server decides who gets an account.</p>`;
    }
    return html`<p class="small">${this.isNew ? 'You have an account already?' : 'New here? The first person on a server registers, too.'}
        <button class="link" type="button" @click=${this.#turn}>${this.isNew ? 'Sign in' : 'Register'}</button></p>`;
  }

  get #isSetup() {
    return this.isNew && Boolean(this.setupToken);
  }

  /** The ways to sign in without a password. */
  #others() {
    const isPasskey = !this.isNew && takesPasskeys();
    if (this.#isSetup || (!this.providers.length && !isPasskey)) return nothing;
    const begin = () => windowStorage.set('guildhall-to', destination(this.query));
    return html`<div class="stack">
        ${this.providers.map(({ name, displayName }) =>
          html`<a class="btn wide" href="/api/session/oauth/${encodeURIComponent(name)}"
          @click=${begin}>${icon('log-in')}Continue with ${displayName ?? name}</a>`)}
        ${isPasskey ? html`<button class="btn wide" type="button" name=${PASSKEY} @click=${this.#passkeyAlone}>${icon('fingerprint')}Sign in
          with a passkey</button>` : nothing}
      </div><div class="or">or with a password</div>`;
  }

  #form() {
    return html`<form @submit=${this.#submit}>
      ${this.isNew ? html`<label class="field"><span class="label">Your name</span><input class="input tall" name="name" autocomplete="name"
        maxlength="100" placeholder="Ada Lovelace"></label>` : nothing}
      <label class="field"><span class="label">Email</span><input class="input tall" name="email" type="email" required
        autocomplete="username" maxlength="254" data-focus></label>
      <div class="field"><label class="label" for="password">Password</label>
        <span class="secret"><input class="input tall" id="password" name="password" type=${this.isShown ? 'text' : 'password'} required
            minlength=${this.isNew ? SHORTEST_PASSWORD : nothing} maxlength="128"
              autocomplete=${this.isNew ? 'new-password' : 'current-password'} aria-describedby=${this.isNew ? 'password-hint' : nothing}>
          <button class="btn quiet only" type="button" aria-pressed=${this.isShown} aria-label="Show the password" title="Show the password"
            @click=${() => (this.isShown = !this.isShown)}>${icon(this.isShown ? 'eye-off' : 'eye')}</button></span>
        ${this.isNew ? html`<span class="hint" id="password-hint">At least ${SHORTEST_PASSWORD} characters.</span>` : nothing}</div>
      <button class="btn main wide" aria-busy=${this.isBusy ? 'true' : nothing}>${this.isNew ? 'Create account' : 'Sign in'}</button>
      ${this.sendsMail && !this.isNew
        ? html`<p class="small"><a class="link" href="/forgot-password">Forgot your password?</a></p>` : nothing}
    </form>`;
  }

  #turn() {
    this.isNew = !this.isNew;
    this.error = undefined;
    this.updateComplete.then(() => this.#focus(this.isNew ? 'name' : 'email'));
  }

  /** @param {string} name */
  #focus(name) {
    /** @type {HTMLElement | null} */
    const control = this.querySelector(`[name=${name}]`);
    control?.focus();
  }

  /** @param {Ui.On<HTMLFormElement>} event */
  async #submit(event) {
    event.preventDefault();
    if (this.isBusy) return;
    const form = new FormData(event.target);
    const credentials = { email: String(form.get('email')).trim(), password: form.get('password') };
    const name = form.get('name')?.toString().trim();
    this.isBusy = true;
    this.error = undefined;
    try {
      const path = this.isNew ? '/api/session/register' : '/api/session';
      const more = { ...(name ? { displayName: name } : {}), ...(this.#isSetup ? { setupToken: this.setupToken } : {}),
        ...(this.isNew && this.invitation ? { invitation: this.invitation } : {}) };
      const user = await post(path, { ...credentials, ...more }, { signIn: false });
      // The registration has used it, and this page is connected once more on its way out.
      if (this.#isSetup) this.setupToken = undefined;
      this.#enter(user);
    } catch (error) {
      const failure = /** @type {Api.Failure} */ (error);
      if (failure.code === 'SECOND_FACTOR_REQUIRED') {
        this.second = /** @type {import('../ui/second-step.js').SecondStep} */ (failure.details);
        return;
      }
      this.error = errorOf(failure, Boolean(this.invitation));
      this.#focus(failure.status === UNAUTHENTICATED ? 'password' : 'email');
    } finally {
      this.isBusy = false;
    }
  }

  /** A preview of the application, made of the real components. */
  #show() {
    return html`<div>
      <div class="stack tight"><h2>Ask, hand over, check</h2>
        <p class="soft">An agent with your tools, tasks that run while you are away, and test runs that compare pictures. All on your own
        server.</p></div>
      <div class="me"><div class="bubble">Can order 8812 still be refunded? If so, start it.</div></div>
      ${toolCard({ callId: 'show-1', tool: 'shop.get_order', parameters: { id: 8812 }, state: 'done', success: true, ms: 184 })}
      ${toolCard({ callId: 'show-2', tool: 'shop.start_refund', parameters: { order: 8812 }, state: 'running' })}
      <div class="prose caret"><div class="block">
        <p>Yes. The order was delivered <strong>eight days ago</strong>, and refunds are allowed for 30 days. The customer gets an e-mail
        with a return label now and the money within</p></div></div>
      <div class="row wraps"><span class="chip good">44 passed</span><span class="chip warn">1 picture changed</span><span
        class="chip run">nightly report</span></div>
    </div>`;
  }
}
define(tag, SignInPage);

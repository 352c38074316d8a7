import { del, get, patch, post, withQuery } from '../api.js';
import { session } from '../state.js';
import { keyList, makeKey } from '../ui/api-keys.js';
import '../ui/approvals.js';
import { actionOf } from '../ui/audit.js';
import { bar } from '../ui/bar.js';
import { copy } from '../ui/copy.js';
import { confirmDialog, openDialog, promptDialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { Element, define, html, nothing } from '../ui/element.js';
import { initials, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { ACCOUNT_SECTIONS } from '../ui/places.js';
import { navigate } from '../ui/router.js';
import { chip, empty, problem, skeleton } from '../ui/states.js';
import { windowStorage } from '../ui/storage.js';
import { showCurrentTab, tabs } from '../ui/tabs.js';
import { settleToasts, toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/clients.js';
import '../ui/factors.js';

export const tag = 'gh-account-page';

const BASE = '/web/api/v1';
const PAGE = 20;
const MOST_AT_ONCE = 200;
const MOST_ENDED = 200;
const SHORTEST_PASSWORD = 8;

/** The list of each section: its address and the name of the list in the response. @type {Record<string, [string, string]>} */
const LISTS = {
  '': ['/profiles', 'profiles'],
  sessions: ['/auth/sessions', 'sessions'],
  providers: ['/auth/identities', 'identities'],
  groups: ['/groups', 'groups'],
  keys: ['/keys', 'keys'],
  password: ['/keys', 'keys'],
  audit: ['/auth/audit', 'entries'],
};

/** Why an identity was not linked, by the reason in the address. @type {Record<string, string>} */
const LINK_REASONS = {
  state: 'It took too long, or it was begun in another browser. Begin it again.',
  denied: 'You did not agree at the provider.',
  refused: 'The provider refused it. Begin it again.',
  unavailable: 'The provider does not answer. Try again later.',
  taken: 'This identity is linked to another account. Unlink it there first.',
  too_many: 'The account has no room for another identity. Unlink one first.',
};

/**
 * @typedef {{ id: string, displayName: string, isActive: boolean }} Profile
 * @typedef {{ name: string, displayName: string }} Provider
 * @typedef {{ id: string, provider: string, subject: string, issuer: string, linkedAt: string }} Identity
 */

/**
 * `items` are those of the section that is shown.
 *
 * @typedef {{
 *   params: { section?: string }, query: URLSearchParams, left?: Ui.Listed['left'], items?: any[], next?: string | null,
 *   error?: Api.Failure, isBusy: boolean, providers?: Provider[], formError?: Api.Failure,
 * }} Properties
 */

/** What a person knows a session by. @param {{ client?: { name: string } | null, browser?: string, system?: string }} session */
const nameOf = ({ client, browser, system }) =>
  client?.name ?? (browser ? [browser, system].filter(Boolean).join(' on ') : 'Session');

class AccountPage extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    params: {}, query: {}, items: { state: true }, next: { state: true }, error: { state: true }, isBusy: { state: true },
    providers: { state: true }, formError: { state: true },
  };

  #asked = 0;

  /** How many rows the list of this section shows. */
  get rows() {
    return this.items?.length;
  }

  get #section() {
    return this.params.section ?? '';
  }

  /** @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (!changed.has('params')) return;
    this.items = undefined;
    this.error = undefined;
    this.formError = undefined;
    if (LISTS[this.#section]) this.#load();
    if (this.#section === 'providers') this.#arriveFromProvider();
  }

  /** @param {Ui.Changed} changed */
  updated(changed) {
    if (changed.has('params')) showCurrentTab(this);
  }

  /** Shows the message in the address once. */
  #arriveFromProvider() {
    const [link, linked, failure] = ['link', 'linked', 'error'].map((name) => this.query.get(name));
    if (!link && !linked && !failure) return;
    navigate('/account/providers', { replace: true, quiet: true });
    if (linked) toast('Identity linked');
    if (failure) toast(`The identity was not linked. ${LINK_REASONS[failure] ?? 'Begin it again.'}`, { kind: 'bad' });
    if (link) this.#offerLink(link);
  }

  /** @param {string | null} [cursor] */
  async #load(cursor) {
    const number = ++this.#asked;
    const [path, name] = LISTS[this.#section];
    this.isBusy = true;
    try {
      const limit = cursor ? PAGE : Math.min(MOST_AT_ONCE, Math.max(PAGE, this.items?.length ?? this.left?.rows ?? 0));
      const page = await get(withQuery(BASE + path, { limit, cursor }));
      if (this.#section === 'providers') this.providers = (await get('/api/session/providers')).providers;
      if (number !== this.#asked) return;
      this.items = cursor ? [...(this.items ?? []), ...page[name]] : page[name];
      this.next = page.nextCursor;
      this.error = undefined;
    } catch (error) {
      if (number === this.#asked) this.error = /** @type {Api.Failure} */ (error);
    }
    if (number === this.#asked) this.isBusy = false;
  }

  /**
   * Runs an action, reports it and loads the list again.
   *
   * @param {() => Promise<unknown>} work
   * @param {string} words
   */
  async #change(work, words) {
    try {
      await work();
      toast(words);
      if (LISTS[this.#section]) await this.#load();
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  }

  render() {
    const [, title] = ACCOUNT_SECTIONS.find(([name]) => name === this.#section) ?? [];
    return html`${bar({ title: 'Account' })}
      <div class="scroll"><div class="page read">
        <div class="row"><span class="avatar l" aria-hidden="true">${initials(session.user?.displayName)}</span>
          <div class="grow"><h2 class="clip">${session.user?.displayName}</h2><p class="small clip">${session.user?.email}</p></div>
          <gh-menu label="More about this account"
            .items=${() => [{ label: 'Copy the account ID', icon: 'copy', run: () =>
            copy(session.user?.userId ?? '', 'ID copied') }]}></gh-menu></div>
        ${tabs('Account', ACCOUNT_SECTIONS.map(([name, label]) => [name ? `/account/${name}` : '/account', label, name === this.#section]))}
        ${title ? this.#body() : empty({ icon: 'user', title: 'There is no such part of the account' })}
      </div></div>`;
  }

  #body() {
    if (this.error) return problem(this.error, () => this.#load());
    switch (this.#section) {
      case 'sessions': return this.#sessions();
      case 'password': return this.#password();
      case 'factors': return html`<gh-factors></gh-factors>`;
      case 'connect': return html`<gh-clients></gh-clients>`;
      case 'approvals': return html`<gh-approvals></gh-approvals>`;
      case 'providers': return this.#identities();
      case 'groups': return this.#groups();
      case 'keys': return this.#keys();
      case 'audit': return this.#audit();
      default: return this.#profiles();
    }
  }

  #more() {
    return this.next ? html`<div class="more"><button class="btn" aria-busy=${this.isBusy ? 'true' : nothing}
      @click=${() => this.#load(this.next)}>Show more</button></div>` : nothing;
  }

  #profiles() {
    if (!this.items) return skeleton(3);
    return html`<section class="stack">
        <div class="head"><div><h2>Profiles</h2><p class="small">The names that other users see. You act under the active one; members of
          groups are profiles.</p></div><button class="btn" @click=${this.#addProfile}>${icon('plus')}Add profile</button></div>
        <ul class="items card flush">${this.items.map((profile) => html`<li>
          <span class="avatar" aria-hidden="true">${initials(profile.displayName)}</span><span class="grow"><b
            class="clip name">${profile.displayName}</b></span>
          ${profile.isActive ? chip('active', 'good')
            : html`<button class="btn small" @click=${() => this.#activate(profile)}>Make active</button>`}
          <button class="btn quiet only" aria-label="Rename ${profile.displayName}" title="Rename"
            @click=${() => this.#renameProfile(profile)}>${icon('pencil')}</button>
          <button class="btn quiet only" aria-label="Copy the ID of ${profile.displayName}"
            title="Copy the profile ID, for an owner of a group who adds you"
            @click=${() => copy(profile.id, 'Profile ID copied')}>${icon('copy')}</button></li>`)}</ul>${this.#more()}</section>
      <section class="card row wraps"><div class="grow"><h2>Sign out</h2>
        <p class="small">Ends the session of this browser. Others are listed under <a href="/account/sessions">Sessions</a>.</p>
        </div><button class="btn" @click=${this.#signOut}>${icon('log-out')}Sign out</button></section>
      <section class="card row wraps"><div class="grow"><h2>Delete account</h2>
        <p class="small">Erases the account with its chats, memories and files. This cannot be undone.</p>
        </div><button class="btn danger" @click=${this.#erase}>${icon('trash-2')}Delete account</button></section>`;
  }

  async #addProfile() {
    const displayName = await promptDialog({ title: 'Add profile', label: 'Name', action: 'Add profile', maxLength: 100 });
    if (displayName) this.#change(() => post(`${BASE}/profiles`, { displayName }), 'Profile added');
  }

  /** @param {Profile} profile */
  async #renameProfile({ id, displayName, isActive }) {
    const wanted = await promptDialog({ title: 'Rename profile', label: 'Name', value: displayName, action: 'Rename', maxLength: 100 });
    if (!wanted || wanted === displayName) return;
    const isDone = await this.#change(
      () => patch(`${BASE}/profiles/${encodeURIComponent(id)}`, { displayName: wanted }),
      'Profile renamed',
    );
    if (isDone && isActive) session.load();
  }

  /** @param {Profile} profile */
  async #activate({ id, displayName }) {
    await this.#change(async () => session.set(await post('/api/session/profile', { profileId: id })), `You act as ${displayName}`);
  }

  async #signOut() {
    try {
      await settleToasts();
      await del('/api/session');
      windowStorage.clear();
      dispatchEvent(new CustomEvent('gh-signed-out', { detail: '' }));
    } catch (error) {
      toastError(error);
    }
  }

  async #erase() {
    let password = '';
    const agreed = await openDialog({
      title: 'Delete your account?',
      body: ({ close }) => html`<p>The account, its profiles, chats, memories and files are erased for good. Groups that you own alone go
        with it.</p>
        <form id="erase" @submit=${(/** @type {Event} */ event) =>
          (event.preventDefault(), close(true))}>${username()}${field('erase-password', 'Your password', html`
          <input class="input" id="erase-password" type="password" autofocus autocomplete="current-password"
            aria-describedby="erase-password-hint" @input=${(/** @type {Ui.On} */ event) => (password = event.target.value)}>`,
          'Leave it empty if you sign in with a provider alone.')}</form>`,
      foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Keep account</button><button class="btn main danger"
        form="erase">Delete account</button>`,
    });
    if (!agreed) return;
    try {
      await del(`${BASE}/auth/account`, password ? { password } : {}, { signIn: false });
    } catch (error) {
      toastError(wrongPassword(error));
      return;
    }
    windowStorage.clear();
    dispatchEvent(new CustomEvent('gh-signed-out', { detail: '' }));
    toast('The account is deleted');
  }

  #sessions() {
    if (!this.items) return skeleton(4);
    const hasOthers = this.next || this.items.some((item) => !item.current);
    return html`<section class="stack"><div class="head"><div><h2>Sessions</h2>
      <p class="small">Each sign-in, from a browser or a program, and each connected program. End those that you do not know.</p></div>
        ${hasOthers ? html`<button class="btn" @click=${this.#endOthers}>${icon('log-out')}Sign out everywhere else</button>`
          : nothing}</div>
      <ul class="items card flush">${this.items.map((item) => html`<li>${icon(item.client ? 'plug' : item.current ? 'monitor' : 'key')}
        <span class="grow"><b class="wrap">${nameOf(item)}</b><br><span class="small">${item.client ? 'connected' : 'signed in'}
          ${time(item.createdAt)}${item.address ? ` from ${item.address}` : ''}${item.lastUsedAt
            ? html`, last used ${time(item.lastUsedAt)}` : nothing}, ends ${time(item.expiresAt)}</span></span>
        ${item.current ? chip('this session', 'good')
          : html`<button class="btn small danger" aria-label="End the session ${nameOf(item)}"
          @click=${() => this.#change(() => del(`${BASE}/auth/sessions/${encodeURIComponent(item.id)}`),
          'Session ended')}>End</button>`}</li>`)}</ul>${this.#more()}</section>`;
  }

  /** Ends the sessions of a page: each with a request of its own. */
  async #endOthers() {
    const agreed = await confirmDialog({
      title: 'Sign out everywhere else?',
      text: 'All sessions but this one end. Browsers and programs have to sign in again.',
      action: 'Sign out everywhere else',
    });
    if (!agreed) return;
    await this.#change(async () => {
      const { sessions } = await get(withQuery(`${BASE}/auth/sessions`, { limit: MOST_ENDED }));
      for (const { id, current } of sessions) if (!current) await del(`${BASE}/auth/sessions/${encodeURIComponent(id)}`);
    }, 'The other sessions have ended');
  }

  #password() {
    if (!this.items) return skeleton(2);
    return html`<section class="card"><form class="stack" @submit=${this.#changePassword}>
      <div><h2>Change password</h2><p class="small">Other sessions end with the change.</p></div>
      ${this.formError ? problem(this.formError) : nothing}
      ${username()}
      ${field('current', 'Current password', html`<input class="input" id="current" type="password" name="current"
        autocomplete="current-password" maxlength="128" aria-describedby="current-hint">`, 'Leave it empty if you have none yet.')}
      ${field('new', 'New password', html`<input class="input" id="new" type="password" name="new" required minlength=${SHORTEST_PASSWORD}
        maxlength="128" autocomplete="new-password" aria-describedby="new-hint">`, `At least ${SHORTEST_PASSWORD} characters.`)}
      ${this.items.length ? html`<fieldset class="field"><legend class="label">API keys that stay valid</legend><p
        class="small wrap">${this.items.map(({ name }) => name).join(', ')}${this.next ? ' and others' : ''}</p>
        <label class="check"><input type="checkbox" name="revokeKeys">Revoke all API keys too</label></fieldset>` : nothing}
      <div><button class="btn main" aria-busy=${this.isBusy ? 'true' : nothing}>Change password</button></div></form></section>`;
  }

  /** @param {Ui.On<HTMLFormElement>} event */
  async #changePassword(event) {
    event.preventDefault();
    const form = event.target;
    const filled = new FormData(form);
    const currentPassword = filled.get('current');
    const newPassword = filled.get('new');
    const revokeKeys = filled.has('revokeKeys');
    this.isBusy = true;
    this.formError = undefined;
    try {
      await post(`${BASE}/auth/password`, { ...(currentPassword && { currentPassword }), newPassword, revokeKeys }, { signIn: false });
      form.reset();
      toast('Password changed');
      await this.#load();
    } catch (error) {
      this.formError = wrongPassword(error);
    }
    this.isBusy = false;
  }

  #identities() {
    if (!this.items || !this.providers) return skeleton(3);
    const { items, providers } = this;
    const missing = items
      .filter(({ provider }) => !providers.some(({ name }) => name === provider))
      .map(({ provider }) => ({ name: provider, displayName: provider }));
    const shown = [...providers, ...new Map(missing.map((provider) => [provider.name, provider])).values()];
    return html`<section class="stack"><div><h2>Sign-in providers</h2><p class="small">Other ways to sign in to this account.</p></div>
      ${shown.length ? html`<ul class="items card flush">${shown.map((provider) => this.#provider(provider))}</ul>`
        : html`<div class="card">${empty({ icon: 'log-in', title: 'This server has no sign-in providers',
          text: 'You sign in with your password. The person who runs the server can add providers.' })}</div>`}${this.#more()}</section>`;
  }

  /** @param {Provider} provider */
  #provider({ name, displayName }) {
    const { items = [], providers = [] } = this;
    const identities = items.filter(({ provider }) => provider === name);
    const isConfigured = providers.some((provider) => provider.name === name);
    return html`${identities.map((identity) => html`<li>${icon('link')}<span class="grow"><b class="clip name">${displayName}</b><span
      class="small wrap">${identity.subject} at ${identity.issuer} · linked ${time(identity.linkedAt)}</span></span>
        <button class="btn small" aria-label="Unlink ${displayName}, ${identity.subject}"
          @click=${() => this.#unlink(identity, displayName)}>Unlink</button></li>`)}
      ${isConfigured ? html`<li>${icon('log-in')}<span class="grow"><b class="clip name">${displayName}</b><span
        class="small">${identities.length ? 'Another identity can be linked' : 'Not linked'}</span></span>
        <button class="btn small" aria-label="Link ${displayName}" @click=${() => this.#link(name)}>Link</button></li>` : nothing}`;
  }

  /** @param {string} name */
  async #offerLink(name) {
    const { providers } = await get('/api/session/providers').catch(() => ({ providers: [] }));
    const provider = providers.find((/** @type {Provider} */ each) => each.name === name);
    if (!provider) toast('This server does not know the provider.', { kind: 'bad' });
    else if (
      await confirmDialog({
        title: `Link ${provider.displayName} to your account?`,
        text: 'You are signed in already. With the link you can sign in to this account through the provider, too.',
        action: 'Link',
        danger: false,
      })
    )
      await this.#link(name);
  }

  /** @param {string} name */
  async #link(name) {
    try {
      const { authorizationUrl } = await post(`/api/session/oauth/${encodeURIComponent(name)}`);
      location.assign(authorizationUrl);
    } catch (error) {
      toastError(error);
    }
  }

  /**
   * @param {Identity} identity
   * @param {string} displayName
   */
  async #unlink({ id, subject }, displayName) {
    if (
      !(await confirmDialog({
        title: `Unlink ${displayName}?`,
        text: `${subject} can no longer sign in to this account.`,
        action: 'Unlink',
      }))
    )
      return;
    await this.#change(() => del(`${BASE}/auth/identities/${encodeURIComponent(id)}`), `${displayName} unlinked`);
  }

  #groups() {
    if (!this.items) return skeleton(3);
    return html`<section class="stack"><div class="head"><div><h2>Groups</h2>
      <p class="small">People who share what belongs to the group.</p>
      </div><button class="btn" @click=${this.#addGroup}>${icon('plus')}Create group</button></div>
      ${this.items.length ? html`<ul class="items card flush">${this.items.map((group) => html`<li class="wraps-s"><span class="avatar"
        aria-hidden="true">${initials(group.name)}</span><span class="grow"><a class="clip name"
        href="/account/groups/${encodeURIComponent(group.id)}">${group.name}</a><span class="about">${plural(group.memberCount,
          'member')}${group.description ? ` · ${group.description}` : ''}</span></span>${chip(group.role, 'plain')}</li>`)}</ul>`
        : html`<div class="card">${empty({ icon: 'users', title: 'You are in no group',
        text: 'A group has members with a role each: owner, admin or member.',
        action: html`<button class="btn main" @click=${this.#addGroup}>Create group</button>` })}</div>`}${this.#more()}</section>`;
  }

  async #addGroup() {
    const name = await promptDialog({ title: 'Create group', label: 'Name', action: 'Create group', maxLength: 100 });
    if (!name) return;
    try {
      const { id } = await post(`${BASE}/groups`, { name });
      navigate(`/account/groups/${encodeURIComponent(id)}`);
    } catch (error) {
      toastError(error);
    }
  }

  #keys() {
    if (!this.items) return skeleton(3);
    const make = async () => (await makeKey(BASE)) && this.#load();
    return html`<section class="stack"><div class="head"><div><h2>API keys</h2>
      <p class="small">A program with a key acts as this account, until the key expires or you revoke it.</p>
      </div><button class="btn" @click=${make}>${icon('plus')}Create key</button></div>
      ${this.items.length ? keyList(this.items, () => this.#load())
        : html`<div class="card">${empty({ icon: 'key', title: 'You have no API key',
          text: 'Create one for a program, a notebook or an editor.',
          action: html`<button class="btn main" @click=${make}>Create key</button>` })}</div>`}${this.#more()}</section>`;
  }

  #audit() {
    if (!this.items) return skeleton(8);
    return html`<section class="stack"><div><h2>Activity</h2><p class="small">What was done with this account, newest first.</p></div>
      <ul class="items card flush">${this.items.map((entry) => {
        const { icon: name, words, details } = actionOf(entry);
        return html`<li>${icon(name)}<span class="grow"><b>${words}</b>${details ? html`<br><span class="small wrap">${details}</span>`
          : nothing}</span><span class="small">${time(entry.createdAt)}</span></li>`;
      })}</ul>${this.#more()}</section>`;
  }
}
/** The error of a request that needs the current password. @param {unknown} cause */
function wrongPassword(cause) {
  const error = /** @type {Api.Failure} */ (cause);
  return error.code === 'INVALID_CREDENTIALS' ? { message: 'The current password is wrong.' } : error;
}

/** The account that a form's password belongs to, for password managers. */
const username = () =>
  html`<input class="unseen" name="username" autocomplete="username" tabindex="-1" aria-hidden="true" .value=${session.user?.email ?? ''}
    readonly>`;

define(tag, AccountPage);

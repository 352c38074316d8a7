import { define, html, nothing, repeat } from '../ui/element.js';
import { del, get, patch } from '../api.js';
import { session } from '../state.js';
import { isExpired, limitsOf, usesOf } from '../ui/api-keys.js';
import { actionOf } from '../ui/audit.js';
import { budgetDialog, budgetText } from '../ui/budget.js';
import { bar } from '../ui/bar.js';
import { confirmDialog } from '../ui/dialog.js';
import { compact, initials, money, number, plural, time } from '../ui/format.js';
import { copy } from '../ui/copy.js';
import { icon } from '../ui/icon.js';
import { invitations, invite } from '../ui/invitations.js';
import { managedModels } from '../ui/managed-models.js';
import { MODELS } from '../ui/model-form.js';
import { Page } from '../ui/page.js';
import { filter, firstPage, more, remember, remembered } from '../ui/paged.js';
import { ADMIN_SECTIONS } from '../ui/places.js';
import { navigate } from '../ui/router.js';
import { settingsForm } from '../ui/settings-form.js';
import { chip, empty, problem, skeleton } from '../ui/states.js';
import { showCurrentTab, tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/bar-chart.js';
import '../ui/menu.js';

export const tag = 'gh-admin';

const BASE = '/web/api/v1/admin';
const FORBIDDEN = 403;
const PAUSE_MS = 250;
const MOST_BARS = 15;
const SPANS = [7, 30, 90];
/** @type {[string, string][]} */
const GROUPINGS = [['user', 'User'], ['group', 'Group'], ['model', 'Model'], ['day', 'Day'], ['key', 'API key']];
/** @type {Record<string, string>} */
const NO_USE = { key: 'No request was sent with an API key.', group: 'No request was sent with an API key of a group.' };
const ACTIONS = [
  'registered',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_revoked',
  'password_changed',
  'token_reused',
  'client_connected',
  'code_reused',
  'identity_linked',
  'identity_unlinked',
  'group_created',
  'group_deleted',
  'member_added',
  'member_changed',
  'member_removed',
  'api_key_created',
  'api_key_changed',
  'api_key_revoked',
  'account_disabled',
  'account_enabled',
  'roles_changed',
  'budget_changed',
  'account_deleted',
  'factor_added',
  'factor_removed',
  'factor_failed',
  'recovery_codes_created',
  'recovery_code_used',
  'password_reset',
  'email_verified',
  'invitation_created',
  'invitation_revoked',
  'setting_changed',
  'signing_key_rotated',
  'model_created',
  'model_changed',
  'model_deleted',
];
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * @typedef {{
 *   id: string, displayName: string, email: string, roles: string[], disabled: boolean, budget?: Api.Budget | null,
 *   createdAt: string, lastSeenAt?: string | null,
 * }} AdminUser
 *
 * @typedef {{
 *   id: string, version?: string, services?: string[], tasksRunning: number, startedAt: string, lastHeartbeatAt: string,
 * }} ServerNode
 *
 * @typedef {Api.Usage & {
 *   date: string, keyId?: string, groupId?: string, email?: string, userId?: string, model?: string, requests: number,
 *   cost: number | null,
 * }} Use
 */

/**
 * `data` is what was read for the section that is shown.
 *
 * @typedef {{
 *   data: any, words: string, by: string, days: number, filters: { userId: string, action: string },
 *   timer?: ReturnType<typeof setTimeout>,
 * }} Properties
 */

/** Administration: users, usage, activity and nodes of the installation. */
class Admin extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  addressed() {
    this.words = remembered('q');
    this.by = GROUPINGS.some(([by]) => by === remembered('by')) ? remembered('by') : 'user';
    this.days = SPANS.includes(Number(remembered('days'))) ? Number(remembered('days')) : 30;
    this.filters = { userId: remembered('userId'), action: remembered('action') };
  }

  /** What was read for one section must not be shown in another. @param {Ui.Changed} changed */
  willUpdate(changed) {
    if (changed.has('params') || changed.has('query')) this.data = undefined;
  }

  /** @param {Ui.Changed} changed */
  updated(changed) {
    super.updated(changed);
    if (changed.has('params')) showCurrentTab(this);
  }

  /** @returns {Ui.List | undefined} */
  get list() {
    return this.data?.items ? this.data : undefined;
  }

  get section() {
    return this.params.section ?? '';
  }

  heading() {
    return { title: 'Administration' };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const asked = JSON.stringify([this.section, this.words, this.by, this.days, this.filters]);
    const data = await this.read(signal);
    if (asked === JSON.stringify([this.section, this.words, this.by, this.days, this.filters])) this.data = data;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  read(signal) {
    switch (this.section) {
      case '': return firstPage(`${BASE}/users`, 'users', { q: this.words.trim() }, signal, this);
      case 'models': return get(MODELS, { signal });
      case 'usage': return get(`${BASE}/usage?days=${this.days}&by=${this.by}`, { signal });
      case 'audit': return firstPage(`${BASE}/audit`, 'entries', this.filters, signal, this);
      case 'keys': return firstPage(`${BASE}/keys`, 'keys', { userId: this.filters.userId }, signal, this);
      case 'nodes': return get(`${BASE}/nodes`, { signal });
      case 'invitations': return firstPage(`${BASE}/invitations`, 'invitations', {}, signal, this);
      case 'settings': return this.readSettings(signal);
      default: return Promise.resolve({});
    }
  }

  /** @param {AbortSignal} signal */
  async readSettings(signal) {
    const [settings, { models }] = await Promise.all([get(`${BASE}/settings`, { signal }), get(MODELS, { signal })]);
    return { settings, models };
  }

  /** Reads what the page shows again, with other filters. @param {Record<string, unknown>} parameters */
  change(parameters) {
    remember(parameters);
    if (this.section === 'usage') this.data = undefined;
    this.requestUpdate();
    this.reload();
  }

  render() {
    if (this.error?.status === FORBIDDEN)
      return html`${bar(this.heading())}<div class="scroll" tabindex="-1"><div class="page">${problem(this.error)}</div></div>`;
    return html`${bar(this.heading())}
      <div class="scroll" tabindex="-1"><div class="page">
        ${tabs('Administration', ADMIN_SECTIONS.map(([name, label]) => [name ? `/admin/${name}` : '/admin', label, name === this.section]))}
        ${this.error ? problem(this.error, () => this.reload()) : nothing}
        ${ADMIN_SECTIONS.some(([name]) => name === this.section) ? this.body()
          : empty({ icon: 'shield', title: 'There is no such part of the administration' })}
      </div></div>`;
  }

  body() {
    const ready = this.isLoaded && this.data;
    const waits = this.error ? nothing : html`<div class="card flush">${skeleton(8)}</div>`;
    switch (this.section) {
      case 'usage': return html`${this.usageTop()}${ready ? this.usage() : waits}`;
      case 'models': return ready ? managedModels(this.data.models, () => this.reload()) : waits;
      case 'audit': return html`${this.auditTop()}${ready ? this.audit() : waits}`;
      case 'keys': return ready ? this.keys() : waits;
      case 'nodes': return ready ? this.nodes() : waits;
      case 'invitations': return html`${this.invitationsTop()}${ready ? html`${invitations(this.data.items, () =>
        this.reload())}${this.more()}` : waits}`;
      case 'settings': return ready ? settingsForm(this.data.settings, this.data.models, (settings) =>
        ((this.data = { ...this.data, settings }), this.requestUpdate())) : waits;
      default: return html`${this.usersTop()}${ready ? this.users() : waits}`;
    }
  }

  more() {
    return more(/** @type {Ui.List} */ (this.data), (list) => ((this.data = list), this.requestUpdate()));
  }

  invitationsTop() {
    const begin = async () => (await invite()) && this.reload();
    return html`<div class="head"><div><p class="small">Persons who may register with a link that works once.</p></div>
      <button class="btn" @click=${begin}>${icon('user-plus')}Invite a person</button></div>`;
  }

  usersTop() {
    /** @param {string} words */
    const type = (words) => {
      this.words = words;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.change({ q: this.words.trim() }), PAUSE_MS);
    };
    return html`<div class="head"><label class="search">${icon('search')}<span class="unseen">Search by name or email</span>
      <input class="input" type="search" maxlength="200" placeholder="Search by name or email" .value=${this.words}
        @input=${(/** @type {Ui.On} */ event) => type(event.target.value)}></label></div>`;
  }

  users() {
    const { items } = this.data;
    if (!items.length)
      return html`<div class="card">${empty({ icon: 'search', title: 'No users found',
        text: 'Try another part of the name or email.' })}</div>${this.more()}`;
    return html`<div class="card flush"><div class="table-box"><table class="table"><thead><tr>
        <th scope="col">User</th><th scope="col">Role</th><th scope="col" class="hide-s">Budget</th>
          <th scope="col" class="num hide-s">Registered</th><th scope="col" class="num hide-s">Last seen</th>
          <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody>${repeat(items, ({ id }) => id, (user) => this.user(user))}</tbody></table></div></div>${this.more()}`;
  }

  /** @param {AdminUser} user */
  user(user) {
    const { displayName, email, budget } = user;
    const isAdmin = user.roles.includes('admin');
    const own = user.id === session.user?.userId;
    return html`<tr><td><div class="row tight"><span class="avatar hide-s" aria-hidden="true">${initials(displayName)}</span><span
      class="grow"><b class="name wrap">${displayName}${own ? ' (you)' : ''}</b><small class="where wrap">${email}</small></span></div></td>
      <td>${user.disabled ? chip('disabled', 'bad') : isAdmin ? chip('admin', 'good') : chip('user', 'plain')}</td>
      <td class="hide-s">${budget ? budgetText(budget) : '–'}</td>
      <td class="num soft hide-s">${time(user.createdAt)}</td><td class="num soft hide-s">${time(user.lastSeenAt)}</td>
      <td class="acts"><gh-menu label="More about ${displayName}" .items=${() => [
        { label: 'Copy ID', icon: 'copy', run: () => copy(user.id, 'ID copied') },
        { label: 'API keys', icon: 'key', href: `/admin/keys?userId=${encodeURIComponent(user.id)}` },
        { label: 'Activity', icon: 'history', href: `/admin/audit?userId=${encodeURIComponent(user.id)}` },
        { label: 'Change the budget', icon: 'coins', run: () => this.setBudget(user) },
        isAdmin
          ? { label: 'Remove the admin role', icon: 'shield', danger: true, run: () => this.takeRole(user) }
          : { label: 'Make admin', icon: 'shield', run: () => this.makeAdmin(user) },
        { separator: true },
        user.disabled
          ? { label: 'Enable', icon: 'power', run: () => this.set(user, { disabled: false }, `${displayName} can sign in again`) }
          : { label: 'Disable', icon: 'ban', danger: true, run: () => this.disable(user) },
        { label: 'Remove second factors', icon: 'lock', danger: true, run: () => this.removeFactors(user) },
        { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.erase(user) },
      ]}></gh-menu></td></tr>`;
  }

  /**
   * @param {AdminUser} user
   * @param {Partial<AdminUser>} body
   * @param {string} words
   */
  async set(user, body, words) {
    try {
      const changed = await patch(`${BASE}/users/${encodeURIComponent(user.id)}`, body);
      this.data = {
        ...this.data,
        items: this.data.items.map((/** @type {AdminUser} */ each) => (each.id === changed.id ? changed : each)),
      };
      this.requestUpdate();
      toast(words);
      if (user.id === session.user?.userId) session.loadRoles();
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {AdminUser} user */
  async disable(user) {
    if (
      await confirmDialog({
        title: `Disable ${user.displayName}?`,
        text: 'All sessions of this user end now, API keys stop working and tasks fail, until an admin enables the account again.'
          + ' Its data stays.',
        action: 'Disable',
      })
    ) {
      await this.set(user, { disabled: true }, `${user.displayName} is disabled`);
    }
  }

  /** @param {AdminUser} user */
  async removeFactors(user) {
    const isSure = await confirmDialog({
      title: `Remove the second factors of ${user.displayName}?`,
      text: 'The password alone then signs in. For a user who has lost the authenticator and the recovery codes.',
      action: 'Remove',
    });
    if (!isSure) return;
    try {
      await del(`${BASE}/users/${encodeURIComponent(user.id)}/factors`);
      toast('Second factors removed');
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {AdminUser} user */
  async erase(user) {
    const isSure = await confirmDialog({
      title: `Delete ${user.displayName}?`,
      text: 'The account and all its data are removed for good: chats, files, memories, tasks and keys.',
      action: 'Delete',
    });
    if (!isSure) return;
    try {
      await del(`${BASE}/users/${encodeURIComponent(user.id)}`);
      toast(`${user.displayName} is deleted`);
      this.reload();
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {AdminUser} user */
  async makeAdmin(user) {
    if (
      await confirmDialog({
        title: `Make ${user.displayName} an admin?`,
        text: 'An admin sees the data of all users and manages them.',
        action: 'Make admin',
        danger: false,
      })
    ) {
      await this.set(user, { roles: ['user', 'admin'] }, `${user.displayName} is an admin now`);
    }
  }

  /** @param {AdminUser} user */
  async takeRole(user) {
    if (
      await confirmDialog({
        title: `Remove the admin role of ${user.displayName}?`,
        text: 'The user then sees only their own data.',
        action: 'Remove the role',
      })
    ) {
      await this.set(user, { roles: ['user'] }, `${user.displayName} is no longer an admin`);
    }
  }

  /** @param {AdminUser} user */
  async setBudget(user) {
    const chosen = await budgetDialog(`Budget of ${user.displayName}`, user.budget);
    if (chosen !== undefined) await this.set(user, { budget: chosen }, chosen ? 'Budget changed' : 'Budget removed');
  }

  usageTop() {
    /**
     * @template T
     * @param {string} label
     * @param {[T, string][]} choices
     * @param {T} value
     * @param {(value: T) => unknown} choose
     */
    const seg = (label, choices, value, choose) =>
      html`<div class="seg" role="group" aria-label=${label}>${choices.map(([key, words]) => html`
      <button type="button" aria-pressed=${key === value} @click=${() => choose(key)}>${words}</button>`)}</div>`;
    return html`<div class="head wraps">${seg('Group by', GROUPINGS, this.by, (by) =>
      ((this.by = by), this.change({ by, days: this.days })))}
      ${seg(
        'Period',
        SPANS.map((days) => /** @type {[number, string]} */ ([days, `${days} days`])),
        this.days,
        (days) => ((this.days = days), this.change({ by: this.by, days })),
      )}</div>`;
  }

  usage() {
    const { usage, currency } = this.data;
    if (!usage?.length) {
      return html`<div class="card">${empty({ icon: 'chart-column', title: `No use in the last ${this.days} days`, text: NO_USE[this.by]
        ?? 'Requests to models are counted here.' })}</div>`;
    }
    /** @type {Use[]} */
    const rows = this.by === 'day' ? usage.toSorted((/** @type {Use} */ a, /** @type {Use} */ b) => a.date.localeCompare(b.date)) : usage;
    const bars = this.by === 'day' ? rows : rows.slice(0, MOST_BARS);
    /** @param {Use} row */
    const name = (row) => row.keyId ?? row.groupId ?? row.email ?? row.userId ?? row.model ?? day.format(new Date(row.date));
    const grouping = GROUPINGS.find(([by]) => by === this.by)?.[1] ?? '';
    const title = `Tokens by ${grouping.toLowerCase().replace('api', 'API')}`;
    return html`<section class="card stack"><div class="head"><h2>${title}</h2><span class="legend" aria-hidden="true"><i
      class="read"></i>input tokens<i class="written"></i>output tokens</span></div>
        <gh-bar-chart name=${title} ?lying=${this.by !== 'day'} .labels=${bars.map(name)} .format=${compact} .series=${[
          { name: 'input tokens', colour: '--c1', values: bars.map((row) => row.promptTokens) },
          { name: 'output tokens', colour: '--c2', values: bars.map((row) => row.completionTokens) },
        ]}></gh-bar-chart></section>
      <div class="card flush"><div class="table-box"><table class="table"><thead><tr><th scope="col">${grouping}</th>
        <th scope="col" class="num">Requests</th><th scope="col" class="num hide-s">Input tokens</th>
        <th scope="col" class="num hide-s">Output tokens</th><th scope="col" class="num">Cost</th></tr></thead>
        <tbody>${rows.map((row) => html`<tr><td class="wrap">${name(row)}</td><td class="num">${number(row.requests)}</td>
          <td class="num hide-s">${number(row.promptTokens)}</td><td class="num hide-s">${number(row.completionTokens)}</td>
          <td class="num">${row.cost === null ? '–' : money(row.cost, currency)}</td></tr>`)}</tbody></table></div></div>`;
  }

  auditTop() {
    /** @param {string} action */
    const choose = (action) => ((this.filters = { ...this.filters, action }), this.change(this.filters));
    return html`<p class="small">What users did with their accounts, and admins with those of others, newest first.</p>
      <div class="head wraps"><div class="row wraps tight filters">${filter('Action', ACTIONS, this.filters.action, choose)}
        ${this.filters.userId ? html`<button class="btn small" @click=${() => navigate('/admin/audit')}>${icon('x', 's')}All users</button>`
          : nothing}</div></div>`;
  }

  audit() {
    const { items } = this.data;
    if (!items?.length)
      return html`<div class="card">${empty({ icon: 'filter', title: 'No matches', text: 'Choose other filters to see more.' })}</div>`;
    return html`<ul class="items card flush">${repeat(items, ({ id }) => id, (entry) => {
      const { icon: name, words, details } = actionOf(entry);
      return html`<li class="wraps-s">${icon(name)}<span class="grow"><b>${words}</b><br><span
        class="small wrap">${[entry.email ?? entry.userId ?? 'no account', details].filter(Boolean).join(' · ')}</span></span><span
        class="small">${time(entry.createdAt)}</span></li>`;
    })}</ul>${this.more()}`;
  }

  keys() {
    const { items } = this.data;
    const all = this.filters.userId
      ? html`<div class="head"><button class="btn small" @click=${() => navigate('/admin/keys')}>${icon('x', 's')}All users</button></div>`
      : nothing;
    if (!items?.length)
      return html`${all}<div
        class="card">${empty({ icon: 'key', title: 'No API keys', text: 'Users create keys on their account page.' })}</div>`;
    return html`${all}<ul
      class="items card flush">${repeat(items, ({ id }) => id, (key) =>
      html`<li class="wraps-s">${icon('key')}<span class="grow"><b class="clip name">${key.name}</b><span class="small wrap">${key.email
      ?? key.userId} · <code>${key.prefix}…</code> · ${limitsOf(key)}<br>${usesOf(key)}</span></span>
      ${isExpired(key) ? chip('expired', 'plain') : nothing}
      <button class="btn small danger" aria-label="Revoke ${key.name} of ${key.email ?? key.userId}"
        @click=${() => this.revoke(key)}>Revoke</button></li>`)}</ul>${this.more()}`;
  }

  /** @param {Api.Key} key */
  async revoke(key) {
    if (
      !(await confirmDialog({
        title: `Revoke ${key.name}?`,
        text: `Programs of ${key.email ?? key.userId} that use the key are refused within a second. This cannot be undone.`,
        action: 'Revoke',
      }))
    )
      return;
    try {
      await del(`${BASE}/keys/${encodeURIComponent(key.id)}`);
      toast('API key revoked');
    } catch (error) {
      toastError(error);
    }
    this.reload();
  }

  nodes() {
    const { nodes } = this.data;
    if (!nodes?.length)
      return html`<div class="card">${empty({ icon: 'server', title: 'No nodes',
        text: 'A node is listed a few seconds after its start.' })}</div>`;
    return html`<p class="small">${plural(nodes.length, 'node')} of this installation.</p>
      <div class="card flush"><div class="table-box"><table class="table"><thead><tr><th scope="col">Node</th><th scope="col">Version</th>
        <th scope="col" class="hide-s">Services</th><th scope="col" class="num">Tasks</th><th scope="col" class="num hide-s">Started</th>
        <th scope="col" class="num">Heartbeat</th></tr></thead>
        <tbody>${nodes.map((/** @type {ServerNode} */ node) =>
          html`<tr><td class="wrap">${node.id}</td><td>${node.version || '–'}</td>
          <td class="hide-s">${node.services?.join(', ') || '–'}</td><td class="num">${number(node.tasksRunning)}</td>
          <td class="num soft hide-s">${time(node.startedAt)}</td><td class="num soft">${time(node.lastHeartbeatAt)}</td></tr>`)}</tbody>
          </table></div></div>`;
  }
}

define(tag, Admin);

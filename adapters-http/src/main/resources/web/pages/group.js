import { define, html, nothing } from '../ui/element.js';
import { del, get, patch, post, withQuery } from '../api.js';
import { session } from '../state.js';
import { keyList, makeKey } from '../ui/api-keys.js';
import { ASSISTANTS } from '../ui/assistants.js';
import { ofGroup } from '../ui/audience.js';
import { budgetDialog, budgetText } from '../ui/budget.js';
import { COLLECTIONS } from '../ui/collections.js';
import { copy } from '../ui/copy.js';
import { confirmDialog, openDialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { initials, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more, whole } from '../ui/paged.js';
import { navigate } from '../ui/router.js';
import { chip, empty, problem, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import '../ui/menu.js';

export const tag = 'gh-group';

const BASE = '/web/api/v1';
const ROLES = ['member', 'admin', 'owner'];
const MOST_PROFILES = 100;

/**
 * @typedef {{
 *   id: string, name: string, description: string | null, role: string | null, memberCount: number, accountId: string | null,
 *   budget: Api.Budget | null, models: string[],
 * }} Group
 * @typedef {{ href: string, icon: string, name: string, about: string }} Shared
 * @typedef {{ profileId: string, displayName: string, role: string, joinedAt: string }} Member
 * @typedef {{ id: string, email: string | null, role: string, expiresAt: string }} Invitation
 *
 * @typedef {{
 *   group: Group, list: Ui.List<Member>, invitations: Ui.List<Invitation> | undefined, keys: Ui.List<Api.Key> | undefined,
 *   shared: Shared[],
 * }} Properties
 */

/** A group and what belongs to it: its members, invitations that wait, keys and budget. */
class GroupPage extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  /** @type {'read'} */
  look = 'read';

  get path() {
    return `${BASE}/groups/${encodeURIComponent(this.params.id)}`;
  }

  get isOwner() {
    return this.group.role === 'owner';
  }

  /** Whether the user adds and removes members. */
  get manages() {
    return this.isOwner || this.group.role === 'admin';
  }

  heading() {
    return {
      title: this.group?.name ?? 'Group',
      back: { href: '/account/groups', label: 'All groups' },
      meta: this.group?.role ? chip(this.group.role, 'plain') : nothing,
      actions: this.group ? html`<gh-menu label="More about ${this.group.name}" .items=${() => [
        { label: 'Copy ID', icon: 'copy', run: () => copy(this.group.id, 'ID copied') },
        this.group.role && { label: 'Leave', icon: 'log-out', run: () => this.leave() },
        this.isOwner && { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.erase() },
      ]}></gh-menu>` : nothing,
    };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.group = await get(this.path, { signal });
    [this.list, this.invitations, this.keys, this.shared] = await Promise.all([
      firstPage(`${this.path}/members`, 'members', {}, signal, this),
      this.manages ? firstPage(`${this.path}/invitations`, 'invitations', {}, signal) : undefined,
      this.isOwner ? firstPage(`${this.path}/keys`, 'keys', {}, signal) : undefined,
      sharedWith(this.params.id, signal),
    ]);
  }

  waiting() {
    return html`${skeleton(1, 'title')}<div class="card flush">${skeleton(3)}</div>`;
  }

  content() {
    const { group } = this;
    return html`${group.description ? html`<p class="soft wrap">${group.description}</p>` : nothing}${this.members()}${this.waitingOnes()}
      ${this.whatIsShared()}${this.models()}${this.groupKeys()}${this.budget()}`;
  }

  members() {
    return html`<section class="stack"><div class="head"><div><h2>Members</h2><p class="small">${plural(this.group.memberCount,
      'person', 'people')} who ${this.group.memberCount === 1 ? 'shares' : 'share'} what belongs to the group.</p></div>${this.manages
      ? html`<button class="btn" @click=${() => this.addMember()}>${icon('user-plus')}Add a member</button>` : nothing}</div>
      <ul class="items card flush">${this.list.items.map((member) => html`<li><span class="avatar"
        aria-hidden="true">${initials(member.displayName)}</span><span class="grow"><span
        class="clip name">${member.displayName}</span><span class="small">since ${time(member.joinedAt)}</span></span>
        ${this.manages ? this.roleMenu(member) : chip(member.role, 'plain')}</li>`)}</ul>
      ${more(this.list, (list) => ((this.list = list), this.requestUpdate()))}</section>`;
  }

  /** @param {Member} member */
  roleMenu(member) {
    const path = `${this.path}/members/${encodeURIComponent(member.profileId)}`;
    return html`<gh-menu look="btn small" label="Role of ${member.displayName}"
      .button=${html`<span class="unseen">Role of ${member.displayName}: </span>${member.role}${icon('chevron-down', 's')}`} .items=${[
        ...ROLES.map((role) => ({ label: role, checked: role === member.role, run: () => role !== member.role
          && this.change(() => patch(path, { role }), `${member.displayName} is ${role} now`) })),
        { separator: true },
        { label: 'Remove from group', icon: 'trash-2', danger: true, run: () =>
          this.change(() => del(path), `${member.displayName} is removed`) },
      ]}></gh-menu>`;
  }

  waitingOnes() {
    if (!this.invitations?.items.length) return nothing;
    return html`<section class="stack"><div><h2>Invitations</h2><p class="small">Persons who join with their registration.</p></div>
      <ul class="items card flush">${this.invitations.items.map((each) => html`<li>${icon('mail')}<span class="grow"><span
        class="wrap name">${each.email ?? 'anyone with the link'}</span><span class="small">ends ${time(each.expiresAt)}</span></span>
        ${chip(each.role, 'plain')}<button class="btn small" @click=${() => this.revoke(each)}>Revoke<span
        class="unseen"> the invitation of ${each.email ?? 'anyone'}</span></button></li>`)}</ul>
      ${more(this.invitations, (list) => ((this.invitations = list), this.requestUpdate()))}</section>`;
  }

  whatIsShared() {
    if (!this.shared.length) return nothing;
    return html`<section class="stack"><div><h2>Shared with the group</h2><p class="small">Assistants that its members use, and knowledge
      that they read.</p></div><ul class="items card flush">${this.shared.map(({ href, icon: name, name: words, about }) => html`<li
      class="go"><a href=${href}>${icon(name)}<span class="grow"><span class="clip name">${words}</span><small
      class="where">${about}</small></span></a></li>`)}</ul></section>`;
  }

  models() {
    const { models } = this.group;
    if (!models.length) return nothing;
    return html`<section class="stack"><div class="head"><div><h2>Models</h2><p class="small">Models that not everyone on this server may
      use: the members of this group may.</p></div>${session.isAdmin ? html`<a class="btn"
        href="/admin/models">${icon('sliders-horizontal')}Change</a>` : nothing}</div>
      <ul class="items card flush">${models.map((name) => html`<li>${icon('sparkles')}<span class="grow wrap name">${name}</span></li>`)}
      </ul></section>`;
  }

  groupKeys() {
    if (!this.keys) return nothing;
    const make = async () => (await makeKey(this.path)) && this.reload();
    return html`<section class="stack"><div class="head"><div><h2>API keys</h2><p class="small">A program with a key of the group acts as
      the group, also after the person who made the key has left.</p></div><button class="btn"
      @click=${make}>${icon('plus')}Create key</button></div>
      ${this.keys.items.length ? keyList(this.keys.items, () => this.reload())
        : html`<div class="card">${empty({ icon: 'key', title: 'The group has no API key',
          text: 'Owners create and revoke them.' })}</div>`}
      ${more(this.keys, (list) => ((this.keys = list), this.requestUpdate()))}</section>`;
  }

  budget() {
    const { budget, accountId } = this.group;
    const renews = budget?.renewsAt ? html`, renewed ${time(budget.renewsAt)}` : nothing;
    const used = budget ? Math.min(1, budget.amount ? (budget.used ?? 0) / budget.amount : 1) : 0;
    return html`<section class="card stack"><div class="row wraps"><div class="grow"><h2>Budget</h2><p
      class="small">${budget ? html`${budgetText(budget)}${renews}`
        : accountId ? 'The keys of the group have no limit of cost.' : 'The group has no API key yet, so it costs nothing.'}</p></div>
      ${session.isAdmin && accountId ? html`<button class="btn" @click=${() => this.setBudget(accountId)}>${icon('coins')}Change</button>`
        : nothing}</div>
      ${budget ? html`<span class="meter" role="meter" aria-label="Used of the budget" aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(100 * used)}><i .style=${`--share:${100 * used}%`}></i></span>` : nothing}
      <p class="small">What the API keys of the group may spend on models. An administrator of this server sets it.</p></section>`;
  }

  /**
   * Runs a change, reports it and reads the group again.
   *
   * @param {() => Promise<unknown>} work
   * @param {string} words
   */
  async change(work, words) {
    try {
      await work();
      toast(words);
    } catch (error) {
      toastError(error);
    }
    await this.reload();
  }

  async addMember() {
    const wanted = { person: '', role: 'member' };
    /** @type {Api.Failure | undefined} */
    let failure;
    const added = await openDialog({
      title: `Add a member to ${this.group.name}`,
      body: ({ close, update }) => html`<form id="member" class="stack" @submit=${async (/** @type {Event} */ event) => {
        event.preventDefault();
        const person = wanted.person.trim();
        try {
          const path = `${this.path}/members`;
          close(await post(path, { ...(person.includes('@') ? { email: person } : { profileId: person }), role: wanted.role }));
        } catch (error) {
          failure = /** @type {Api.Failure} */ (error);
          update();
        }
      }}>${failure ? problem(failure) : nothing}
      ${field('member-person', 'Email or profile ID', html`<input class="input" id="member-person" required autofocus maxlength="254"
        autocomplete="off" aria-describedby="member-person-hint"
        @input=${(/** @type {Ui.On} */ event) => (wanted.person = event.target.value)}>`,
      'A person without an account is invited by mail, where the server sends mail.')}
      ${field('member-role', 'Role', html`<select class="input" id="member-role"
        @change=${(/** @type {Ui.On} */ event) => (wanted.role = event.target.value)}>${ROLES.filter((role) =>
        role !== 'owner' || this.isOwner).map((role) => html`<option value=${role}>${role}</option>`)}</select>`)}</form>`,
      foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main"
        form="member">Add member</button>`,
    });
    if (!added) return;
    toast(added.profileId ? `${added.displayName} is added` : `${added.email} is invited`);
    await this.reload();
  }

  /** @param {Invitation} invitation */
  async revoke({ id, email }) {
    const isSure = await confirmDialog({
      title: 'Revoke the invitation?',
      text: `The link of ${email ?? 'this invitation'} does not work any more.`,
      action: 'Revoke',
    });
    if (isSure) await this.change(() => del(`${this.path}/invitations/${encodeURIComponent(id)}`), 'Invitation revoked');
  }

  /** @param {string} account */
  async setBudget(account) {
    const budget = await budgetDialog(`Budget of ${this.group.name}`, this.group.budget);
    if (budget === undefined) return;
    const words = budget ? 'Budget changed' : 'Budget removed';
    await this.change(() => patch(`${BASE}/admin/users/${encodeURIComponent(account)}`, { budget }), words);
  }

  async leave() {
    const isSure = await confirmDialog({
      title: `Leave ${this.group.name}?`,
      text: 'An owner or admin has to add you before you see it again.',
      action: 'Leave group',
    });
    if (!isSure) return;
    await this.end(async () => {
      const { profiles } = await get(withQuery(`${BASE}/profiles`, { limit: MOST_PROFILES }));
      const own = profiles.find((/** @type {{ isActive: boolean }} */ profile) => profile.isActive);
      await del(`${this.path}/members/${encodeURIComponent(own.id)}`);
    }, 'You left the group');
  }

  async erase() {
    const isSure = await confirmDialog({
      title: `Delete ${this.group.name}?`,
      text: 'Its members lose what they shared through it, and its API keys are refused.',
      action: 'Delete group',
    });
    if (isSure) await this.end(() => del(this.path), 'Group deleted');
  }

  /**
   * @param {() => Promise<unknown>} work
   * @param {string} words
   */
  async end(work, words) {
    try {
      await work();
      navigate('/account/groups', { replace: true });
      toast(words);
    } catch (error) {
      toastError(error);
    }
  }
}

/**
 * The assistants and collections of a group.
 *
 * @param {string} group
 * @param {AbortSignal} signal
 * @returns {Promise<Shared[]>}
 */
async function sharedWith(group, signal) {
  const [assistants, collections] = await Promise.all([
    whole(ASSISTANTS, 'assistants', signal),
    whole(COLLECTIONS, 'collections', signal),
  ]);
  /** @param {{ visibility: string }} each */
  const isShared = ({ visibility }) => visibility === ofGroup(group);
  return [
    ...assistants.items.filter(isShared).map(({ id, name, version }) => ({
      href: `/assistants/${encodeURIComponent(id)}`, icon: 'bot', name, about: `Assistant, version ${version}`,
    })),
    ...collections.items.filter(isShared).map(({ id, name, documents }) => ({
      href: `/collections/${encodeURIComponent(id)}`, icon: 'book-open', name, about: plural(documents, 'document'),
    })),
  ];
}

define(tag, GroupPage);

import { html } from './element.js';
import { del, post } from '../api.js';
import { copy } from './copy.js';
import { confirmDialog, openDialog } from './dialog.js';
import { field } from './field.js';
import { time } from './format.js';
import { icon } from './icon.js';
import { chip, empty } from './states.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';
import './menu.js';

const PATH = '/web/api/v1/admin/invitations';

/**
 * @typedef {{
 *   id: string, email: string | null, roles: string[], groups: string[], createdAt: string, expiresAt: string,
 * }} Invitation
 */

/**
 * Asks whom to invite, makes the invitation and shows its link; true when one was made.
 *
 * @returns {Promise<boolean>}
 */
export async function invite() {
  const form = { email: '', isAdmin: false };
  /** @type {{ id: string, url: string } | undefined} */
  let made;
  /** @param {Ui.Dialog} dialog */
  const send = async (dialog) => {
    try {
      const email = form.email.trim();
      made = await post(PATH, { ...(email ? { email } : {}), ...(form.isAdmin ? { roles: ['admin'] } : {}) });
      dialog.update();
    } catch (error) {
      toastError(error);
    }
  };
  await openDialog({
    title: 'Invite a person',
    body: (dialog) => (made ? link(made.url) : html`<form id="invite-form" class="stack"
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), send(dialog))}>
      ${field('invite-email', 'Email', html`<input class="input" id="invite-email" type="email" maxlength="254" autofocus
        aria-describedby="invite-email-hint" @input=${(/** @type {Ui.On} */ event) => (form.email = event.target.value)}>`,
      'Only this address can then register. Leave it empty for a link that works with any address.')}
      <label class="row tight"><input type="checkbox" @change=${(/** @type {Ui.On<HTMLInputElement>} */ event) =>
        (form.isAdmin = event.target.checked)}>Make the person an administrator</label></form>`),
    foot: ({ close }) => (made
      ? html`<button class="btn main" @click=${() => close()}>Done</button>`
      : html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main" form="invite-form">Invite</button>`),
  });
  return Boolean(made);
}

/** @param {string} url */
const link = (url) => html`<div class="stack"><p>The link works once, for 7 days. It is shown only now; where mail is configured, an
  invited address gets it by mail, too.</p>
  <div class="row tight"><input class="input grow" readonly aria-label="Link of the invitation" .value=${url}
    @focus=${(/** @type {Ui.On} */ event) => event.target.select()}>
    <button class="btn" @click=${() => copy(url, 'Link copied')}>${icon('copy')}Copy</button></div></div>`;

/**
 * The invitations that can be used, and what can be done with them.
 *
 * @param {Invitation[]} items
 * @param {() => unknown} changed
 */
export function invitations(items, changed) {
  if (!items.length) {
    return html`<div class="card">${empty({ icon: 'user-plus', title: 'No open invitations',
      text: 'A person whom you invite gets a link to register.' })}</div>`;
  }
  return html`<div class="card flush"><div class="table-box"><table class="table"><thead><tr><th scope="col">Invited</th>
    <th scope="col">Role</th><th scope="col" class="num hide-s">Made</th><th scope="col" class="num">Expires</th>
    <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
    <tbody>${items.map((each) => html`<tr><td class="wrap">${each.email ?? 'anyone with the link'}</td>
      <td>${each.roles.includes('admin') ? chip('admin', 'good') : chip('user', 'plain')}</td>
      <td class="num soft hide-s">${time(each.createdAt)}</td><td class="num soft">${time(each.expiresAt)}</td>
      <td class="acts"><button class="btn quiet small" @click=${() => revoke(each, changed)}>Revoke<span
        class="unseen"> the invitation of ${each.email ?? 'anyone'}</span></button></td></tr>`)}</tbody></table></div></div>`;
}

/**
 * @param {Invitation} invitation
 * @param {() => unknown} changed
 */
async function revoke(invitation, changed) {
  const isSure = await confirmDialog({
    title: 'Revoke the invitation?',
    text: `The link of ${invitation.email ?? 'this invitation'} does not work any more.`,
    action: 'Revoke',
  });
  if (!isSure) return;
  try {
    await del(`${PATH}/${encodeURIComponent(invitation.id)}`);
    toast('Invitation revoked');
    changed();
  } catch (error) {
    toastError(error);
  }
}

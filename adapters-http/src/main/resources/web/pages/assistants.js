import { define, html, repeat } from '../ui/element.js';
import { get } from '../api.js';
import { session } from '../state.js';
import { ASSISTANTS } from '../ui/assistants.js';
import { audience } from '../ui/audience.js';
import { time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more } from '../ui/paged.js';
import { empty, skeleton } from '../ui/states.js';

export const tag = 'gh-assistants';

/** @typedef {{ list: Ui.List<Api.Assistant>, groups: { id: string, name: string }[] }} Properties */

class Assistants extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, list: { state: true } };

  heading() {
    return {
      title: 'Assistants',
      actions: html`<a class="btn main" href="/assistants/new">${icon('plus')}Make one</a>`,
    };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const [list, { groups }] = await Promise.all([
      firstPage(ASSISTANTS, 'assistants', {}, signal, this),
      get('/web/api/v1/groups?limit=200', { signal }).catch(() => ({ groups: [] })),
    ]);
    Object.assign(this, { list, groups });
  }

  waiting() {
    return html`<div class="cols cards">${[1, 2, 3].map(() => skeleton(1, 'cardish'))}</div>`;
  }

  content() {
    if (!this.list.items.length)
      return html`<div class="card">${empty({ icon: 'bot', title: 'No assistants yet',
        text: 'An assistant is a model with instructions and tools of its own. Talk to it, share it with a group, or ask it over the API.',
        action: html`<a class="btn main" href="/assistants/new">${icon('plus')}Make an assistant</a>` })}</div>`;
    return html`<p class="soft">Models with instructions and tools of their own: yours, and those that are shared with you.</p>
      <ul class="plain cols cards">${repeat(this.list.items, ({ id }) => id, (each) => this.card(each))}</ul>
      ${more(this.list, (list) => (this.list = list))}`;
  }

  /** @param {Api.Assistant} each */
  card(each) {
    const isMine = each.owner === session.user?.userId;
    return html`<li class="card stack">
      <div class="row">${icon('bot')}<h2 class="grow clip"><a href="/assistants/${encodeURIComponent(each.id)}">${each.name}</a></h2>
        ${audience(each, this.groups)}</div>
      <p class="about">${each.description ?? each.instructions.slice(0, 300)}</p>
      <p class="small faint">Version ${each.version} · ${time(each.updatedAt)}${isMine ? '' : ' · shared with you'}</p>
      <div class="row wraps"><a class="btn small" href="/?assistant=${encodeURIComponent(each.id)}">${icon('message-square', 's')}Chat</a>
        <a class="btn small quiet end" href="/assistants/${encodeURIComponent(each.id)}">${isMine ? 'Change' : 'View'}</a></div></li>`;
  }
}

define(tag, Assistants);

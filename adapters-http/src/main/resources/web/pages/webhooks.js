import { define, html, nothing, repeat } from '../ui/element.js';
import { enabledSwitch } from '../ui/enabled-switch.js';
import { time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more } from '../ui/paged.js';
import { navigate } from '../ui/router.js';
import { showSecret } from '../ui/secret.js';
import { empty, skeleton } from '../ui/states.js';
import { WEBHOOKS, editWebhook, webhookAddress, webhookChip } from '../ui/webhooks.js';
import { workTabs } from '../ui/work-tabs.js';

export const tag = 'gh-webhooks';

/** @typedef {{ list: Ui.List<Api.Webhook> }} Properties */

class Webhooks extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, list: { state: true } };

  heading() {
    return { title: 'Webhooks', actions: html`<button class="btn main" @click=${make}>${icon('plus')}New webhook</button>` };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.list = await firstPage(WEBHOOKS, 'webhooks', {}, signal, this);
  }

  waiting() {
    return html`${workTabs('/webhooks')}<div class="card flush">${skeleton(6)}</div>`;
  }

  content() {
    const { items } = this.list;
    return html`${workTabs('/webhooks')}
      <p class="small">A webhook tells another system what has happened here: the end of a task, a workflow or a test run, or an approval
        that waits.</p>
      <div class="card flush">${items.length ? html`<div class="table-box"><table class="table"><thead><tr><th scope="col">Address</th>
        <th scope="col" class="hide-s">Events</th><th scope="col">State</th><th scope="col">On</th></tr></thead>
        <tbody>${repeat(items, ({ id }) => id, (each) => this.row(each))}</tbody></table></div>` : empty({ icon: 'send',
        title: 'No webhooks yet', text: 'Let another system know when work here has ended: it gets a signed request for each event.',
        action: html`<button class="btn main" @click=${make}>${icon('plus')}Make the first webhook</button>` })}</div>
      ${more(this.list, (list) => (this.list = list))}`;
  }

  /** @param {Api.Webhook} each */
  row(each) {
    const { id, url, events, failingSince, disabledAt } = each;
    /** @param {Api.Webhook} changed */
    const set = (changed) => {
      this.list = { ...this.list, items: this.list.items.map((other) => (other.id === id ? changed : other)) };
    };
    const since = disabledAt ?? failingSince;
    return html`<tr class="go"><td><a class="task-name" href="/webhooks/${id}">${url}</a><small
      class="where wrap show-s">${events.join(', ')}</small></td><td class="hide-s wrap">${events.join(', ')}</td>
      <td>${webhookChip(each)}${since ? html`<small class="where nowrap">since ${time(since)}</small>` : nothing}</td>
      <td>${enabledSwitch(each, url, webhookAddress(id), set)}</td></tr>`;
  }
}

async function make() {
  const made = await editWebhook();
  if (!made) return;
  await showSecret({
    title: 'Copy the secret now',
    text: 'It is not shown again. The receiver checks the signatures with it, as Standard Webhooks says.',
    secret: made.secret ?? '',
  });
  navigate(`/webhooks/${made.id}`);
}

define(tag, Webhooks);

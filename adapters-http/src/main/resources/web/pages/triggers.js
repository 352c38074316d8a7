import { define, html, repeat } from '../ui/element.js';
import { time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more } from '../ui/paged.js';
import { navigate } from '../ui/router.js';
import { showSecret } from '../ui/secret.js';
import { startWords } from '../ui/start-words.js';
import { empty, skeleton } from '../ui/states.js';
import { TRIGGERS, editTrigger } from '../ui/triggers.js';
import { workTabs } from '../ui/work-tabs.js';

export const tag = 'gh-triggers';

/** @typedef {{ list: Ui.List<Api.Trigger> }} Properties */

class Triggers extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, list: { state: true } };

  heading() {
    return { title: 'Triggers', actions: html`<button class="btn main" @click=${make}>${icon('plus')}New trigger</button>` };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.list = await firstPage(TRIGGERS, 'triggers', {}, signal, this);
  }

  waiting() {
    return html`${workTabs('/triggers')}<div class="card flush">${skeleton(6)}</div>`;
  }

  content() {
    const { items } = this.list;
    return html`${workTabs('/triggers')}
      <p class="small">A trigger is an address: another system calls it, with a secret, and work starts.</p>
      <div class="card flush">${items.length ? html`<div class="table-box"><table class="table"><thead><tr><th scope="col">Trigger</th>
        <th scope="col" class="hide-s">Starts</th><th scope="col" class="num">Made</th></tr></thead>
        <tbody>${repeat(items, ({ id }) => id, ({ id, name, start, createdAt }) => html`<tr class="go"><td><a class="task-name"
          href="/triggers/${id}">${name}</a><small class="where wrap show-s">${startWords(start)}</small></td>
          <td class="hide-s wrap">${startWords(start)}</td><td class="num soft">${time(createdAt)}</td></tr>`)}</tbody></table></div>`
        : empty({ icon: 'zap', title: 'No triggers yet',
          text: 'Let another system start work here: an order comes in, a build has ended, a form was sent.',
          action: html`<button class="btn main" @click=${make}>${icon('plus')}Make the first trigger</button>` })}</div>
      ${more(this.list, (list) => (this.list = list))}`;
  }
}

async function make() {
  const made = await editTrigger();
  if (!made) return;
  await showSecret({
    title: 'Copy the secret now',
    text: html`It is not shown again. Calls of ${made.name} send it as <code>Authorization: Bearer</code>, or sign with it as Standard
      Webhooks says.`,
    secret: made.secret ?? '',
  });
  navigate(`/triggers/${made.id}`);
}

define(tag, Triggers);

import { define, html, nothing, repeat } from '../ui/element.js';
import { enabledSwitch } from '../ui/enabled-switch.js';
import { time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more } from '../ui/paged.js';
import { navigate } from '../ui/router.js';
import { SCHEDULES, editSchedule, scheduleAddress } from '../ui/schedules.js';
import { startWords } from '../ui/start-words.js';
import { empty, skeleton } from '../ui/states.js';
import { timingWords } from '../ui/timing-words.js';
import { workTabs } from '../ui/work-tabs.js';

export const tag = 'gh-schedules';

/** @typedef {{ list: Ui.List<Api.Schedule> }} Properties */

class Schedules extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, list: { state: true } };

  heading() {
    return { title: 'Schedules', actions: html`<button class="btn main" @click=${make}>${icon('plus')}New schedule</button>` };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.list = await firstPage(SCHEDULES, 'schedules', {}, signal, this);
  }

  waiting() {
    return html`${workTabs('/schedules')}<div class="card flush">${skeleton(6)}</div>`;
  }

  content() {
    const { items } = this.list;
    return html`${workTabs('/schedules')}
      <p class="small">A schedule starts work at the times that you say: a task, a kept workflow, a test run, a chat or an evaluation.</p>
      <div class="card flush">${items.length ? html`<div class="table-box"><table class="table"><thead><tr><th scope="col">Schedule</th>
        <th scope="col" class="hide-s">When</th><th scope="col" class="num">Next</th><th scope="col">On</th></tr></thead>
        <tbody>${repeat(items, ({ id }) => id, (each) => this.row(each))}</tbody></table></div>` : empty({ icon: 'calendar',
        title: 'No schedules yet', text: 'Let work begin by itself: every night, every ten minutes, or once at a time of your choice.',
        action: html`<button class="btn main" @click=${make}>${icon('plus')}Make the first schedule</button>` })}</div>
      ${more(this.list, (list) => (this.list = list))}`;
  }

  /** @param {Api.Schedule} each */
  row(each) {
    const { id, name, cron, timezone, nextAt, start } = each;
    const when = html`${timingWords(each)}${cron ? html`<small class="where wrap">${timezone}</small>` : nothing}`;
    /** @param {Api.Schedule} changed */
    const set = (changed) => {
      this.list = { ...this.list, items: this.list.items.map((other) => (other.id === id ? changed : other)) };
    };
    return html`<tr class="go"><td><a class="task-name" href="/schedules/${id}">${name}</a><small
      class="where wrap hide-s">${startWords(start)}</small><small class="where show-s">${when}</small></td>
      <td class="hide-s">${when}</td><td class="num soft">${time(nextAt)}</td>
      <td>${enabledSwitch(each, name, scheduleAddress(id), set)}</td></tr>`;
  }
}

async function make() {
  const made = await editSchedule();
  if (made) navigate(`/schedules/${made.id}`);
}

define(tag, Schedules);

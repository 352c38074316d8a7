import { define, html, nothing } from '../ui/element.js';
import { del, get } from '../api.js';
import { copy } from '../ui/copy.js';
import { confirmDialog } from '../ui/dialog.js';
import { time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { json } from '../ui/json.js';
import { Page, busy } from '../ui/page.js';
import { navigate } from '../ui/router.js';
import { copyable } from '../ui/secret.js';
import { startWords, startedWork } from '../ui/start-words.js';
import { skeleton, stateChip } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { editTrigger, triggerAddress } from '../ui/triggers.js';
import '../ui/menu.js';

export const tag = 'gh-trigger';

/** @typedef {{ trigger?: Api.Trigger & { calls: Api.TriggerCall[] } }} Properties */

/** A call by the command curl. @param {string} url */
const call = (url) => [
  `curl -X POST '${url}'`, "-H 'Authorization: Bearer whsec_…'", "-H 'Content-Type: application/json'", `-d '{"order": {"id": 7}}'`,
].join(' \\\n  ');

/** A trigger: its address, and what its calls have started. */
class TriggerPage extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, trigger: { state: true } };

  get path() {
    return triggerAddress(this.params.id);
  }

  heading() {
    const { trigger } = this;
    const back = { href: '/triggers', label: 'All triggers' };
    if (!trigger) return { title: 'Trigger', back };
    return {
      title: trigger.name,
      back,
      actions: html`<button class="btn" @click=${() => this.edit()}>${icon('pencil', 's')}Change</button><gh-menu
        label="More about ${trigger.name}" .items=${() => [
        { label: 'Copy ID', icon: 'copy', run: () => copy(trigger.id, 'ID copied') },
        { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.erase() },
      ]}></gh-menu>`,
    };
  }

  again() {
    this.trigger = undefined;
    super.again();
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.trigger = await get(this.path, { signal });
  }

  async edit() {
    const changed = await editTrigger(this.trigger);
    if (!changed) return;
    toast(`${changed.name} changed`);
    await this.reload();
  }

  async erase() {
    const { trigger } = this;
    if (!trigger) return;
    const isAgreed = await confirmDialog({
      title: `Delete ${trigger.name}?`,
      text: 'Its address does not exist any more, and its history goes with it. What it has started goes on.',
      action: 'Delete',
    });
    if (!isAgreed) return;
    try {
      await del(this.path);
      toast(`${trigger.name} deleted`);
      navigate('/triggers', { replace: true });
    } catch (error) {
      toastError(error);
    }
  }

  waiting() {
    return html`${skeleton(1, 'cardish')}${skeleton(1, 'chart')}`;
  }

  content() {
    const { trigger } = this;
    if (!trigger) return nothing;
    const { url, start, createdAt, calls } = trigger;
    return html`<section class="card stack"><h2>Address</h2>${copyable('Address', url)}
      <p class="small">A call has the secret as bearer token, or a signature as Standard Webhooks says, and any JSON up to 1 MiB as its
        body. The secret was shown when the trigger was made; make a new trigger if it is lost.</p>
      <details class="extra"><summary class="small">How to call it</summary>${json(call(url), 'the call')}</details></section>
      <section class="card stack"><h2>What it starts</h2>
        <dl class="pairs"><dt>Starts</dt><dd>${startWords(start)}</dd><dt>Made</dt><dd>${time(createdAt)}</dd></dl>
        <details class="extra"><summary class="small">The whole request</summary>${json(start, 'the request')}</details></section>
      <section class="card flush"><div class="head"><h2>Last calls</h2><button class="btn small" @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.reload())}>${icon('refresh-cw', 's')}Refresh</button></div>${calls.length
        ? html`<ol class="plain items" aria-label="Last calls">${calls.map((each) => html`<li
          class="wraps-s">${stateChip(each.error ? 'failed' : 'started')}<span class="grow">${startedWork(each, start)}</span><span
          class="small num">${time(each.at)}</span></li>`)}</ol>`
        : html`<p class="small none">No call with a valid secret has come yet.</p>`}</section>`;
  }
}

define(tag, TriggerPage);

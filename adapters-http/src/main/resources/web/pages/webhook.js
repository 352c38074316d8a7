import { define, html, nothing, repeat } from '../ui/element.js';
import { del, get, post } from '../api.js';
import { copy } from '../ui/copy.js';
import { confirmDialog } from '../ui/dialog.js';
import { enabledSwitch } from '../ui/enabled-switch.js';
import { sentence } from '../ui/error-text.js';
import { duration, exact, plural, time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page, busy } from '../ui/page.js';
import { firstPage, more } from '../ui/paged.js';
import { navigate } from '../ui/router.js';
import { chip, skeleton, stateChip } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { editWebhook, isGivenUp, webhookAddress, webhookChip } from '../ui/webhooks.js';
import '../ui/menu.js';

export const tag = 'gh-webhook';

/** How often the deliveries are read again: often when a try is due so soon, which is also said of one that is running. */
const SOON_MS = 60_000;
const OFTEN_MS = 2_000;
const SELDOM_MS = 30_000;

/** @typedef {{ webhook?: Api.Webhook, list: Ui.List<Api.Delivery>, timer?: ReturnType<typeof setTimeout> }} Properties */

/** A webhook: its state, and what was sent to it. */
class WebhookPage extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, webhook: { state: true }, list: { state: true } };

  get path() {
    return webhookAddress(this.params.id);
  }

  heading() {
    const { webhook } = this;
    const back = { href: '/webhooks', label: 'All webhooks' };
    if (!webhook) return { title: 'Webhook', back };
    return {
      title: URL.parse(webhook.url)?.host ?? webhook.url,
      back,
      meta: webhookChip(webhook),
      actions: html`<button class="btn main" ?disabled=${!webhook.enabled} @click=${(/** @type {Event} */ event) =>
        busy(event, () => this.send(`${this.path}/test`, 'Test sent'))}>${icon('send', 's')}Send a test</button><gh-menu
        label="More about this webhook" .items=${() => [
        { label: 'Change', icon: 'pencil', run: () => this.edit() },
        { label: 'Copy ID', icon: 'copy', run: () => copy(webhook.id, 'ID copied') },
        { label: 'Delete', icon: 'trash-2', danger: true, run: () => this.erase() },
      ]}></gh-menu>`,
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  again() {
    this.webhook = undefined;
    super.again();
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    clearTimeout(this.timer);
    const [webhook, list] = await Promise.all([
      get(this.path, { signal }),
      firstPage(`${this.path}/deliveries`, 'deliveries', {}, signal, this),
    ]);
    if (signal.aborted) return;
    Object.assign(this, { webhook, list });
    this.#follow(signal);
  }

  /** Looks again while some of those that are shown wait. @param {AbortSignal} signal */
  #follow(signal) {
    const times = this.list.items.flatMap(({ status, nextAt }) => (status === 'pending' ? [Date.parse(nextAt ?? '') || 0] : []));
    if (!times.length || !this.webhook?.enabled) return;
    const wait = Math.min(...times) - Date.now();
    this.timer = setTimeout(() => {
      if (signal.aborted) return;
      if (document.hidden) this.#follow(signal);
      else this.reload();
    }, wait < SOON_MS ? OFTEN_MS : SELDOM_MS);
  }

  /** @param {string} path @param {string} words */
  async send(path, words) {
    try {
      await post(path);
      toast(words);
      await this.reload();
    } catch (error) {
      toastError(error);
    }
  }

  async edit() {
    if (!(await editWebhook(this.webhook))) return;
    toast('Webhook changed');
    await this.reload();
  }

  async erase() {
    const isAgreed = await confirmDialog({
      title: 'Delete the webhook?',
      text: 'Nothing is sent to it any more, and its deliveries go with it.',
      action: 'Delete',
    });
    if (!isAgreed) return;
    try {
      await del(this.path);
      toast('Webhook deleted');
      navigate('/webhooks', { replace: true });
    } catch (error) {
      toastError(error);
    }
  }

  waiting() {
    return html`${skeleton(1, 'cardish')}${skeleton(1, 'chart')}`;
  }

  content() {
    const { webhook } = this;
    if (!webhook) return nothing;
    const { url, events, createdAt, enabled, failingSince, disabledAt } = webhook;
    const set = (/** @type {Api.Webhook} */ changed) => {
      this.webhook = changed;
      this.reload();
    };
    const state = !enabled ? html`Off since ${time(disabledAt)}${isGivenUp(webhook) ? html`: no delivery has succeeded since
      ${exact(failingSince ?? '')}, so the server has switched it off. Switch it on when the receiver works again` : nothing}.`
      : failingSince ? html`No delivery has succeeded since ${time(failingSince)}. After three days the server switches it off.`
        : undefined;
    return html`<section class="card stack"><div class="head"><h2>Webhook</h2>${enabledSwitch(webhook, 'The webhook', this.path, set)}</div>
      ${state ? html`<div class="note warn">${icon('triangle-alert', 's')}<span>${state}</span></div>` : nothing}
      <dl class="pairs"><dt>Address</dt><dd>${url}</dd><dt>Events</dt><dd class="row wraps tight">${events.map((each) =>
        chip(each, 'plain'))}</dd><dt>Made</dt><dd>${time(createdAt)}</dd></dl></section>
      <section class="card flush"><div class="head"><h2>Deliveries</h2><span class="small">Of the last 7 days</span></div>
        ${this.list.items.length ? html`<ul class="plain" aria-label="Deliveries">${repeat(this.list.items, ({ id }) => id, (each) =>
          this.delivery(each))}</ul>`
        : html`<p class="small none">Nothing was sent yet.</p>`}</section>
      ${more(this.list, (list) => (this.list = list))}`;
  }

  /** @param {Api.Delivery} delivery */
  delivery({ id, event, status, attempts, createdAt, nextAt }) {
    const last = attempts.at(-1);
    const why = status === 'delivered' || !last ? nothing : html`<small class="wrap">${outcome(last)}</small>`;
    return html`<li><details class="failure"><summary>${icon('chevron-right', 's fold')}<span class="grow"><b>${event}</b>${why}</span>
        ${stateChip(status)}<span class="small num">${time(createdAt)}</span></summary>
      <div class="execution stack"><dl class="pairs"><dt>ID</dt><dd class="mono">${id}</dd><dt>Tries</dt><dd>${attempts.length
        ? plural(attempts.length, 'try', 'tries') : 'It is being sent'}${status === 'pending' && nextAt && attempts.length
        ? html`, the next one ${time(nextAt)}` : nothing}</dd></dl>
        ${attempts.length ? html`<ol class="plain events" aria-label="Tries">${attempts.map((each) => html`<li
          class="wraps">${stateChip(isSuccess(each) ? 'succeeded' : 'failed')}<span class="grow wrap">${outcome(each)}</span><span
          class="small num">${duration(each.ms)}</span><span class="small num">${time(each.at)}</span></li>`)}</ol>` : nothing}
        <div><button class="btn small" ?disabled=${!this.webhook?.enabled} @click=${(/** @type {Event} */ press) =>
          busy(press, () => this.send(`${this.path}/deliveries/${encodeURIComponent(id)}/redeliver`, 'Sent again'))}>${icon('rotate-ccw',
          's')}Send again</button></div></div></details></li>`;
  }
}

/** @param {Api.Delivery['attempts'][number]} attempt */
const isSuccess = ({ status, error }) => !error && status !== null && status >= 200 && status < 300;

/** @param {Api.Delivery['attempts'][number]} attempt */
const outcome = ({ status, error }) => [status === null ? '' : `Status ${status}.`, error ? sentence(error) : ''].filter(Boolean).join(' ');

define(tag, WebhookPage);

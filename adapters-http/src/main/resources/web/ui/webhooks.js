// Webhooks: where they are, their state, and the form with which one is made or changed.
import { patch, post } from '../api.js';
import { html, nothing } from './element.js';
import { describedBy, field } from './field.js';
import { formDialog } from './form-dialog.js';
import { chip } from './states.js';

export const WEBHOOKS = '/web/api/v1/webhooks';
const ENDS = ['completed', 'failed', 'cancelled'];
/** @type {[string, string][]} */
const FAMILIES = [['task', 'Tasks'], ['workflow', 'Workflows'], ['run', 'Test runs']];
/** @type {[string, string][]} */
const OTHERS = [['approval.requested', 'An approval is asked for'], ['webhook.disabled', 'A webhook is switched off']];
/** A webhook is switched off after so long without a success. */
const PATIENCE_MS = 3 * 86_400_000;

/** @param {string} id */
export const webhookAddress = (id) => `${WEBHOOKS}/${encodeURIComponent(id)}`;

/** Whether the server has switched it off, since no try has succeeded for three days. @param {Api.Webhook} webhook */
export const isGivenUp = ({ failingSince, disabledAt }) =>
  Boolean(failingSince && disabledAt) && Date.parse(disabledAt ?? '') - Date.parse(failingSince ?? '') >= PATIENCE_MS;

/** @param {Api.Webhook} webhook */
export function webhookChip(webhook) {
  if (!webhook.enabled) return chip('off', isGivenUp(webhook) ? 'bad' : '');
  return webhook.failingSince ? chip('failing', 'warn') : chip('on', 'good');
}

/** @param {string[]} patterns */
const eventsOf = (patterns) =>
  patterns.flatMap((pattern) => (pattern.endsWith('.*') ? ENDS.map((end) => pattern.replace('*', end)) : pattern));

/** All events of a family have one name. @param {Set<string>} events */
function patternsOf(events) {
  const families = FAMILIES.map(([name]) => name).filter((name) => ENDS.every((end) => events.has(`${name}.${end}`)));
  return [
    ...families.map((name) => `${name}.*`),
    ...[...events].filter((event) => !families.some((name) => event.startsWith(`${name}.`))),
  ];
}

/**
 * Asks for a webhook and makes or changes it: what the server answered, with the `secret` of a new one; undefined when the user
 * cancelled.
 *
 * @param {Api.Webhook} [known] the one to change
 * @returns {Promise<Api.Webhook & { secret?: string } | undefined>}
 */
export function editWebhook(known) {
  let url = known?.url ?? '';
  const events = new Set(eventsOf(known?.events ?? ['task.failed', 'workflow.failed', 'run.failed']));
  return formDialog({
    title: known ? 'Change the webhook' : 'New webhook',
    action: known ? 'Save' : 'Make the webhook',
    id: 'webhook',
    fields: ({ faults }) => fields(url, (value) => (url = value), events, faults),
    send: async () => {
      const body = { url: url.trim(), events: patternsOf(events) };
      if (!known) return post(WEBHOOKS, body);
      return patch(webhookAddress(known.id), { ...(body.url === known.url ? {} : { url: body.url }), events: body.events });
    },
  });
}

/**
 * @param {string} url
 * @param {(url: string) => unknown} set
 * @param {Set<string>} events
 * @param {import('./form-dialog.js').Faults} faults
 */
function fields(url, set, events, faults) {
  const wrong = faults.in('url');
  const wrongEvents = faults.in('events');
  /** @param {string} event @param {string} words */
  const check = (event, words) => html`<label class="check"><input type="checkbox" .checked=${events.has(event)}
    aria-invalid=${wrongEvents ? 'true' : nothing} aria-describedby=${wrongEvents ? 'webhook-events-wrong' : nothing}
    @change=${(/** @type {Ui.On} */ { target }) => (target.checked ? events.add(event) : events.delete(event))}>${words}</label>`;
  return html`${field('webhook-url', 'Address', html`<input class="input" id="webhook-url" type="url" required autofocus maxlength="2048"
      placeholder="https://example.com/hook" autocomplete="off" spellcheck="false" aria-invalid=${wrong ? 'true' : nothing}
      aria-describedby=${describedBy('webhook-url', true, wrong)} .value=${url}
      @input=${(/** @type {Ui.On} */ event) => set(event.target.value)}>`, 'It gets a signed POST with each event.', wrong)}
    ${FAMILIES.map(([name, label]) => html`<fieldset class="field checks"><legend class="label">${label}</legend><div
      class="row wraps">${ENDS.map((end) => check(`${name}.${end}`, end))}</div></fieldset>`)}
    <fieldset class="field checks"><legend class="label">Others</legend><div class="row wraps">${OTHERS.map(([event, words]) =>
      check(event, words))}</div></fieldset>
    ${wrongEvents ? html`<span class="wrong" id="webhook-events-wrong" role="alert">${wrongEvents}</span>` : nothing}`;
}

// Triggers: where they are, and the form with which one is made or changed.
import { patch, post } from '../api.js';
import { html, nothing } from './element.js';
import { describedBy, field } from './field.js';
import { formDialog } from './form-dialog.js';
import { StartForm } from './start-form.js';

export const TRIGGERS = '/web/api/v1/triggers';

/** @param {string} id */
export const triggerAddress = (id) => `${TRIGGERS}/${encodeURIComponent(id)}`;

/**
 * Asks for a trigger and makes or changes it: what the server answered, with the `secret` of a new one; undefined when the user
 * cancelled.
 *
 * @param {Api.Trigger} [known] the one to change
 * @returns {Promise<Api.Trigger & { secret?: string } | undefined>}
 */
export function editTrigger(known) {
  let name = known?.name ?? '';
  const start = new StartForm(known?.start, true);
  return formDialog({
    title: known ? `Change ${known.name}` : 'New trigger',
    action: known ? 'Save' : 'Make the trigger',
    id: 'trigger',
    fields: (form) => {
      const wrong = form.faults.in('name');
      return html`${field('trigger-name', 'Name', html`<input class="input" id="trigger-name" required autofocus maxlength="200"
        autocomplete="off" aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${describedBy('trigger-name', '', wrong)}
        .value=${name} @input=${(/** @type {Ui.On} */ event) => (name = event.target.value)}>`, '', wrong)}${start.template(form)}`;
    },
    send: async (form) => {
      const started = start.read(form);
      if (!started) return undefined;
      const body = { name: name.trim(), start: started };
      return known ? patch(triggerAddress(known.id), body) : post(TRIGGERS, body);
    },
  });
}

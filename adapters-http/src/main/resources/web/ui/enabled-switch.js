import { patch } from '../api.js';
import { html, live } from './element.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

/**
 * Switches a schedule or a webhook on or off. The change is shown when the server has made it.
 *
 * @template {{ enabled: boolean }} T
 * @param {T} item
 * @param {string} name
 * @param {string} path
 * @param {(item: T) => unknown} set gets the item as the server has it then
 */
export const enabledSwitch = (item, name, path, set) => html`<label class="switch"><input type="checkbox" role="switch"
  .checked=${live(item.enabled)} @change=${async (/** @type {Ui.On} */ { target }) => {
    const enabled = target.checked;
    try {
      set(await patch(path, { enabled }));
      toast(`${name} is ${enabled ? 'on' : 'off'}`);
    } catch (error) {
      target.checked = item.enabled;
      toastError(error);
    }
  }}><span class="unseen">${name} is on</span></label>`;

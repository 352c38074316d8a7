import { html, live } from './element.js';
import { patch } from '../api.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

/** @typedef {{ name: string, enabled: boolean }} AgentTool */

/**
 * Enables or disables a tool of the agent, `{name, enabled}`. The change is shown at once and reverted when the server
 * refuses it.
 *
 * @param {AgentTool} tool
 * @param {(tool: AgentTool) => unknown} set
 */
export const toolSwitch = (tool, set) => html`
  <label class="switch"><input type="checkbox" role="switch" .checked=${live(tool.enabled)}
    @change=${(/** @type {Ui.On} */ event) => change(tool, event.target.checked, set)}>
    <span class="unseen">The agent may use ${tool.name}</span></label>`;

/**
 * @param {AgentTool} tool
 * @param {boolean} enabled
 * @param {(tool: AgentTool) => unknown} set
 */
async function change(tool, enabled, set) {
  set({ ...tool, enabled });
  try {
    await patch(`/web/agent/api/tools/${encodeURIComponent(tool.name)}`, { enabled });
    toast(enabled ? `The agent may use ${tool.name} again` : `The agent no longer uses ${tool.name}`, {
      undo: () => change({ ...tool, enabled }, !enabled, set),
    });
  } catch (error) {
    set(tool);
    toastError(error);
  }
}

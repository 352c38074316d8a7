// The actions on a chat in every list.
import { del, get, patch, withQuery } from '../api.js';
import { chats } from '../state.js';
import { confirmDialog, promptDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { plural } from './format.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

const LONGEST_TITLE = 120;

/** The line of a message that names an attached file: its name, type, size and id. */
export const ATTACHED = /\n*^Attached file: (.+) \(([^()]+), (\d+) bytes\), to be read with \S+ \{"fileId":"([^"]+)"\}$/gm;

/** Asks for another title; returns it, or undefined when nothing changed. @param {Pick<Api.Chat, 'chatId' | 'title'>} chat */
export async function renameChat({ chatId, title }) {
  const wanted = await promptDialog({ title: 'Rename chat', label: 'Title', value: title, action: 'Rename', maxLength: LONGEST_TITLE });
  if (!wanted || wanted === title) return undefined;
  chats.edit(chatId, { title: wanted });
  try {
    await patch(withQuery('/api/chat', { chatId }), { title: wanted });
    chats.load();
    return wanted;
  } catch (error) {
    chats.edit(chatId, { title });
    toastError(error);
    return undefined;
  }
}

/**
 * The ids of the files that are attached in a chat. Without the messages the server is asked; none when it does not answer.
 *
 * @param {string} chatId
 * @param {Api.Message[]} [messages]
 * @returns {Promise<string[]>}
 */
async function filesOf(chatId, messages) {
  try {
    /** @type {Api.Message[]} */
    const all = messages ?? (await get(withQuery('/api/chat/messages', { chatId }))).messages;
    return [...new Set(all.flatMap(({ content }) => [...content.matchAll(ATTACHED)].map((found) => found[4])))];
  } catch {
    return [];
  }
}

/** Deletes files; one that is deleted already is no failure. @param {string[]} ids */
async function deleteFiles(ids) {
  for (const fileId of ids) {
    try {
      await del(withQuery('/api/files', { fileId }));
    } catch (error) {
      if (/** @type {Api.Failure} */ (error).status !== 404) throw error;
    }
  }
}

/**
 * Asks for confirmation, and whether the attached files go too, and deletes; true when the chat is deleted. The messages
 * are asked for when they are not given.
 *
 * @param {Pick<Api.Chat, 'chatId' | 'title'> & { messages?: Api.Message[] }} chat
 */
export async function deleteChat({ chatId, title, messages }) {
  const files = await filesOf(chatId, messages);
  let withFiles = false;
  const agreed = await confirmDialog({
    title: 'Delete this chat?',
    text: html`“${title}” and its messages are deleted for good. Memories that were kept from it stay until you delete them.
      ${files.length ? html`<label class="check"><input type="checkbox"
        @change=${(/** @type {Ui.On} */ event) => (withFiles = event.target.checked)}>
        <span>Also delete ${plural(files.length, 'attached file')}. Otherwise ${files.length === 1 ? 'it stays'
          : 'they stay'} among your files.</span></label>` : nothing}`,
    action: 'Delete chat',
  });
  if (!agreed) return false;
  try {
    await del(withQuery('/api/chat', { chatId }));
  } catch (error) {
    toastError(error);
    return false;
  }
  chats.remove(chatId);
  toast('Chat deleted');
  if (withFiles) await deleteFiles(files).catch(toastError);
  return true;
}

// The actions on a chat in every list.
import { del, patch, withQuery } from '../api.js';
import { chats } from '../state.js';
import { confirmDialog, promptDialog } from './dialog.js';
import { toast, toastError } from './toast.js';

const LONGEST_TITLE = 120;

/** Asks for another title; returns it, or undefined when nothing changed. */
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

/** Asks for confirmation and deletes; true when the chat is deleted. */
export async function deleteChat({ chatId, title }) {
  const agreed = await confirmDialog({
    title: 'Delete this chat?',
    text: `“${title}” and its messages are deleted for good. Memories that were kept from it stay until you delete them.`,
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
  return true;
}

// The model of each chat, as it was chosen in this browser; the latest choice is that of new chats.
import { browserStorage } from './storage.js';

const LATEST = 'guildhall-model';
const BY_CHAT = 'guildhall-models';
const MOST = 200;

const all = () => new Map(browserStorage.list(BY_CHAT));

/**
 * The model of a chat; undefined when none was chosen in it. Without an id: that of a new chat.
 *
 * @param {string} [chatId]
 * @returns {string | undefined}
 */
export const modelOf = (chatId) => (chatId ? all().get(chatId) : browserStorage.get(LATEST));

/**
 * @param {string | undefined} chatId
 * @param {string} model
 */
export function keepModel(chatId, model) {
  if (!chatId) {
    browserStorage.set(LATEST, model);
    return;
  }
  const models = all();
  models.delete(chatId);
  models.set(chatId, model);
  browserStorage.set(BY_CHAT, JSON.stringify([...models].slice(-MOST)));
}

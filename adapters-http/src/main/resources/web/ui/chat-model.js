// The model of each chat, as it was chosen in this browser; the latest choice is that of new chats.

const LATEST = 'guildhall-model';
const BY_CHAT = 'guildhall-models';
const MOST = 200;

function all() {
  try {
    return new Map(JSON.parse(localStorage.getItem(BY_CHAT) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** The model of a chat; undefined when none was chosen in it. Without an id: that of a new chat. */
export const modelOf = (chatId) => (chatId ? all().get(chatId) : (localStorage.getItem(LATEST) ?? undefined));

export function keepModel(chatId, model) {
  if (!chatId) {
    localStorage.setItem(LATEST, model);
    return;
  }
  const models = all();
  models.delete(chatId);
  models.set(chatId, model);
  localStorage.setItem(BY_CHAT, JSON.stringify([...models].slice(-MOST)));
}

// The messages of the API name the fields of its bodies; the pages say them as sentences with the words of their own labels.

/** `field: message`, as the API names what is wrong with a body. */
const FAULT = /^([A-Za-z][\w.[\]-]*): (.+)$/s;
/** How a message continues the name of its field. */
const PREDICATE = /^(must|may|has|have|is|are|was|were|needs|can|cannot|does|names)\b/;
const LABELS = {
  displayName: 'Name', setupToken: 'Setup link', token: 'Setup link', profileId: 'Profile ID', target: 'URL', ttl: 'Timeout', apiKey: 'API key', expiresAt: 'Expiry', maxTokens: 'Maximum output tokens', ms: 'Duration',
};

/** The label of a field: `limits.budget.amount` is Amount, `newPassword` New password. */
function labelOf(path) {
  const name = path.replace(/\[\d+\]/g, '').split('.').at(-1);
  const words = name.replace(/[_-]+/g, ' ').replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return LABELS[name] ?? capital(words);
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A message as a sentence. */
export const sentence = (text) => capital(text) + (/[.!?…]$/.test(text) ? '' : '.');

/** The message about a request that was refused, as sentences. */
export function refusal(message) {
  const faults = [];
  for (const part of message.split('; ')) {
    const [, path, text] = FAULT.exec(part) ?? [];
    if (path) faults.push(PREDICATE.test(text) ? `${labelOf(path)} ${text}` : text);
    else if (faults.length) faults.push(`${faults.pop()}; ${part}`);
    else return sentence(message);
  }
  return faults.map(sentence).join(' ');
}

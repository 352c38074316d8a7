// The messages of the API name the fields of its bodies; the pages say them as sentences with the words of their own labels.

/** `field: message`, as the API names what is wrong with a body; the parameters of tools may have any names. */
const FAULT = /^((?:input\.)?parameters(?:[.[][^:]*)?|[\p{L}_][\p{L}\p{N}_.$[\]-]*): (.+)$/su;
/** How a message continues the name of its field. */
const PREDICATE = /^(must|may|has|have|is|are|was|were|needs|can|cannot|could|do|does|names|takes|refers|lacks|contains|exceeds|matches)\b/;
/** How a message begins that needs no name. */
const SENTENCE = /^(the|there|this|that|no|only|when|your)\b/;
/** The labels of fields whose names in the API are other ones; the longest path decides. @type {Record<string, string>} */
const LABELS = {
  displayName: 'Name',
  setupToken: 'Setup link',
  token: 'Setup link',
  profileId: 'Profile ID',
  target: 'URL',
  ttl: 'Timeout',
  apiKey: 'API key',
  contextTokens: 'Context of agents',
  expiresAt: 'Expiry',
  maxTokens: 'Maximum output tokens',
  ms: 'Duration',
  content: 'What to remember',
  messages: 'Message',
  'messages.content': 'Message',
  system: 'System prompt',
  'options.timeout': 'Test timeout',
  requestsPerMinute: 'Requests a minute',
  tokensPerMinute: 'Tokens a minute',
  fileId: 'File',
  fileIds: 'Files',
  chatId: 'Chat',
  userId: 'User',
};
const ABBREVIATIONS = /\b(api|csv|html|http|https|id|ids|ip|json|mcp|uri|url|urls)\b/gi;
const OF_TOOL = /^(?:input\.)?parameters\.?(?=.)/;

/**
 * The label of a field: `limits.budget.amount` is Amount, `newPassword` New password; what a tool calls its parameters stays.
 *
 * @param {string} path
 */
function labelOf(path) {
  if (OF_TOOL.test(path)) return `“${path.replace(OF_TOOL, '')}”`;
  const names = path.replace(/\[\d+\]/g, '').split('.');
  const known = names.map((_, at) => names.slice(at).join('.')).find((end) => Object.hasOwn(LABELS, end));
  const words = names[names.length - 1]
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  const label = known
    ? LABELS[known]
    : capital(words.trim().replace(ABBREVIATIONS, (word) => word.replace(/^[a-z]+?(?=s?$)/i, (letters) => letters.toUpperCase())));
  const [, number] = /\[(\d{1,6})\]$/.exec(path) ?? [];
  return number ? `${label}, number ${Number(number) + 1},` : label;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A message as a sentence. @param {string} text */
export const sentence = (text) => capital(text) + (/[.!?…]$/.test(text) ? '' : '.');

/**
 * @param {string} path
 * @param {string} text
 */
function told(path, text) {
  if (PREDICATE.test(text)) return `${labelOf(path)} ${text}`;
  return SENTENCE.test(text) ? text : `${labelOf(path)}: ${text}`;
}

/**
 * What the message of a refused request says about each field: `[path, text]`; the path is empty for what is about no field.
 *
 * @param {string} message
 */
export function faults(message) {
  /** @type {[string, string][]} */
  const found = [];
  for (const part of message.split('; ')) {
    const [, path, text] = FAULT.exec(part) ?? [];
    if (path) found.push([path, text]);
    else if (found.length) found[found.length - 1][1] += `; ${part}`;
    else return [/** @type {[string, string]} */ (['', message])];
  }
  return found;
}

/** The message about a request that was refused, as sentences. @param {string} message */
export const refusal = (message) => faults(message).map(([path, text]) => sentence(path ? told(path, text) : text)).join(' ');

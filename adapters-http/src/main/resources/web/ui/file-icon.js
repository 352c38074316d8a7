/** @type {[RegExp, string][]} */
const KINDS = [
  [/^image\//, 'image'],
  [/wordprocessing|presentation|spreadsheet|message|markdown|pdf|^text\//, 'file-text'],
  [/json|xml|javascript/, 'file-code'],
  [/zip|gzip|tar/, 'file-archive'],
  [/^video\//, 'video'],
];

/** The icon of a media type. @param {string} type */
export const iconOfType = (type) => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'file';

import { toast } from './toast.js';

/** Copies text and announces that. */
export async function copy(text, words = 'Copied') {
  try {
    await navigator.clipboard.writeText(text);
    toast(words);
  } catch {
    toast('The browser does not let this page copy', { kind: 'bad' });
  }
}

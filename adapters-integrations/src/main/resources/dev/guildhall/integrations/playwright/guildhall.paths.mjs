// Makes the paths in the results of tests relative to the suite, before Playwright writes its reports.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));

export class ServerPaths {
  constructor(run) {
    this.directories = run.paths.map(one => ({ ...one, path: new RegExp(one.path, 'g') }));
  }

  hide(text) {
    return this.directories.reduce((all, { path, name, below }) => all.replace(path, (found, slash) => (slash ? below : name)), text);
  }

  #hideIn(object, ...fields) {
    for (const field of fields) if (typeof object[field] === 'string') object[field] = this.hide(object[field]);
  }

  hideInError(error) {
    if (!error) return;
    this.#hideIn(error, 'message', 'stack', 'value', 'snippet');
    this.hideInError(error.cause);
  }

  hideInAnnotations(annotations) {
    for (const one of annotations ?? []) {
      this.#hideIn(one, 'description');
      if (one.location) one.location = { ...one.location, file: this.hide(one.location.file) };
    }
  }

  #hideInStep(step) {
    this.#hideIn(step, 'title', 'subtitle');
    this.hideInError(step.error);
    // Playwright shows the code at the location.
    if (step.location && !path.relative(folder, step.location.file).startsWith('..')) step.location = undefined;
    step.steps.forEach(one => this.#hideInStep(one));
  }

  #printed(chunk) {
    return typeof chunk === 'string' ? this.hide(chunk) : Buffer.from(this.hide(chunk.toString('latin1')), 'latin1');
  }

  hideInResult(result) {
    result.errors.forEach(error => this.hideInError(error));
    this.hideInAnnotations(result.annotations);
    result.steps.forEach(step => this.#hideInStep(step));
    result.stdout = result.stdout.map(chunk => this.#printed(chunk));
    result.stderr = result.stderr.map(chunk => this.#printed(chunk));
    for (const one of result.attachments) if (one.body && /^text\//.test(one.contentType)) one.body = this.#printed(one.body);
  }
}

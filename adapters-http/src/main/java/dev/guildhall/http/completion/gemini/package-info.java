/**
 * The completion service as clients of Google know it (models-17): the same ports in the form of the Gemini API, under
 * {@code /v1beta} of the service's base.
 */
package dev.guildhall.http.completion.gemini;

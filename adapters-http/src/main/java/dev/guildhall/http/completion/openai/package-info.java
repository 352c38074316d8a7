/**
 * The completion service as clients of OpenAI know it (models-17): the same ports in another dialect, under {@code /v1}
 * of the service's base.
 */
package dev.guildhall.http.completion.openai;

/**
 * The completion service as clients of Anthropic know it (models-17): the same ports in Anthropic's Messages API, under
 * {@code /v1/messages} of the service's base.
 */
package dev.guildhall.http.completion.anthropic;

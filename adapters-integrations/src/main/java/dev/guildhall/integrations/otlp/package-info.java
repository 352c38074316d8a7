/**
 * Sends spans by the GenAI semantic conventions of OpenTelemetry to an OTLP receiver: a server span for an HTTP request, below it {@code invoke_agent} for an answer of
 * the agent, {@code chat} or {@code embeddings} for each request to a model, {@code execute_tool} for each call of a tool, and
 * {@code search_memory} for what was recalled. Nothing of what was asked, answered, passed to a tool or remembered is in
 * them, and nothing that names a user.
 */
package dev.guildhall.integrations.otlp;

/**
 * The agent: conversations, and the loop of model and tools (agents-3 to agents-14).
 *
 * <p>History stays consistent. The service stores a question before it asks a model. An answer is one message with its
 * words and all its tool calls, each with its result; it is stored in one transaction together with the memory of the
 * turn and the trace. So no stored call is without a result: a cancelled answer is stored as far as it came, and a call
 * that had not ended has a result that says so. While the agent answers, a draft of the answer is stored, which the
 * whole answer replaces: when the node is lost, the question stays with this draft, or alone, and the user asks again.
 * Effects of tools are not undone; the record of the execution says that it was interrupted.
 *
 * <p>A chat has one answer at a time on a node; a further question waits for it, within a bound. Two nodes that answer
 * in one chat at once store both questions and both answers, in the order in which they were written.
 */
@NullMarked
package dev.guildhall.core.agent;

import org.jspecify.annotations.NullMarked;

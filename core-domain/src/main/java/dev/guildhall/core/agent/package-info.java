/**
 * The agent: conversations, and the loop of model and tools (contract 4).
 *
 * <p>History is never corrupt, whatever happens. A question is written before anybody is asked; an answer is one message
 * that holds its words and all its calls, each with its one result, and is written in one transaction together with the
 * memory of the turn and the trace. So there is no moment at which a call is in the store without its result: a cancel
 * writes the message with what there was of it, a call that had not ended having a result that says so. While an answer
 * with calls lasts, what there is of it is written behind it, and the whole one takes its place: a node that dies leaves
 * the question with its calls so far, those that had not ended with a result that says so, or the question alone, and the
 * user asks again. What a tool had done by then is not undone; the record of its execution says that it was interrupted.
 *
 * <p>A chat has one answer at a time on a node, and a question that comes meanwhile is refused. Two nodes that answer in
 * one chat at once keep both questions and both answers whole, in the order in which they were written.
 */
package dev.guildhall.core.agent;

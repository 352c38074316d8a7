package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentTrace;
import java.util.Optional;

/**
 * The trace of an answer of the agent. It does not identify the user.
 *
 * @param span its own span; the spans of calls of models are its children
 * @param parent the span of the caller; absent when the caller named none
 * @param chatId the conversation
 * @param mode which agent answered
 * @param model the model that the request named; absent means the default
 * @param trace the steps of the answer
 * @param error a short name of the failure, one of few; absent when the answer is complete
 */
public record TracedReply(
        SpanContext span,
        Optional<SpanContext> parent,
        ChatId chatId,
        AgentMode mode,
        Optional<String> model,
        AgentTrace trace,
        Optional<String> error) {}

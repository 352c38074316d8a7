package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentTrace;
import java.util.Optional;

/**
 * How an answer of the agent came to be, and where it stands among the traces. It says nothing of who asked.
 *
 * @param span its own; calls of models have it as their parent
 * @param parent the span of whoever asked; absent when nobody told
 * @param chatId the conversation
 * @param mode which agent answered
 * @param model the one that was asked for; absent means the default
 * @param trace what was done on the way
 * @param error a short name for what it ended with, one of few; absent when it is whole
 */
public record TracedAnswer(
        SpanContext span,
        Optional<SpanContext> parent,
        ChatId chatId,
        AgentMode mode,
        Optional<String> model,
        AgentTrace trace,
        Optional<String> error) {}

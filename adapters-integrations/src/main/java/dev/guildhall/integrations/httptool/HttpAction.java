package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.tool.ToolDefinition;

/** A tool that sends a request. */
public record HttpAction(ToolDefinition definition, RequestTemplate request, AnswerRules answers) {}

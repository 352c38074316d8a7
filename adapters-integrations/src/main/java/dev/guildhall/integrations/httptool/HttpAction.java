package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.tool.ToolDefinition;

/**
 * A tool that is a request.
 *
 * @param definition what models are told of it
 * @param request what is sent
 * @param answers what comes back means
 */
public record HttpAction(ToolDefinition definition, RequestTemplate request, AnswerRules answers) {}

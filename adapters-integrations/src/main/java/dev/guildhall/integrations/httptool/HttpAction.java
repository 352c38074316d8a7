package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.tool.ToolDefinition;

/**
 * A tool that sends a request.
 *
 * @param definition the tool's definition for models
 * @param request the request
 * @param answers how to interpret the response
 */
public record HttpAction(ToolDefinition definition, RequestTemplate request, AnswerRules answers) {}

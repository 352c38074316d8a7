package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.tool.ToolDefinition;

public record HttpAction(ToolDefinition definition, RequestTemplate request, ResponseRules answers) {}

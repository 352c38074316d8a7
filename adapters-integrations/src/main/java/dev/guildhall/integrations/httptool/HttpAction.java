package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEffect;

public record HttpAction(ToolDefinition definition, RequestTemplate request, ResponseRules answers, ToolEffect effect) {
    /** An action that does what its method says. */
    public HttpAction(ToolDefinition definition, RequestTemplate request, ResponseRules answers) {
        this(definition, request, answers, ToolEffect.ofMethod(request.method()));
    }
}

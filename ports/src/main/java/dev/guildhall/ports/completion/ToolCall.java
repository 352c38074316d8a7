package dev.guildhall.ports.completion;

/**
 * A call of a tool that the model asks for.
 *
 * @param id the same as in the call's result; unique within one completion
 * @param tool the tool's name as offered to the model; a model may invent a name that was not offered
 * @param arguments the arguments of the call
 */
public record ToolCall(String id, String tool, ToolArguments arguments) {}

package dev.guildhall.ports.completion;

/**
 * A model's wish to call a tool.
 *
 * @param id pairs the call with its result; unique within one completion
 * @param tool the tool's name as offered to the model; a model may invent one that was not
 * @param arguments what it wants to call it with
 */
public record ToolCall(String id, String tool, ToolArguments arguments) {}

package dev.guildhall.ports.agent;

import dev.guildhall.ports.completion.ContentPart;

/**
 * A picture or a sound of a tool's result, which is stored beside the message (agents-27).
 *
 * @param id under which {@link Agents#media} returns it
 * @param kind a picture or a sound
 * @param type its media type, as the tool's server named it
 * @param bytes about how many bytes it has
 */
public record ToolMedia(MediaId id, ContentPart.Kind kind, String type, long bytes) {}

package bites.protocols.wire.anthropic;

public record Block(String text) {}

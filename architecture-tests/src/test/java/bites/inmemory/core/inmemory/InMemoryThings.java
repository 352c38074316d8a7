package bites.inmemory.core.inmemory;

public record InMemoryThings() {}

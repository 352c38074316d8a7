package dev.guildhall.ports.search;

/**
 * What a text means to a model.
 *
 * @param model whose word it is
 * @param embedding what it says
 */
public record TextEmbedding(String model, Embedding embedding) {}

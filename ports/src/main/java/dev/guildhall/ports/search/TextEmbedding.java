package dev.guildhall.ports.search;

/**
 * The embedding of a text with its model.
 *
 * @param model the model that computed it
 * @param embedding the embedding
 */
public record TextEmbedding(String model, Embedding embedding) {}

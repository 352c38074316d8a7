package dev.guildhall.wire.openai;

/**
 * What is known of an answer of {@code responses} when it begins.
 *
 * @param order the request
 * @param id its identifier, with a prefix that ends in an underscore
 * @param created when the request came, in seconds since 1970
 * @param state the state of the server that the request uses
 */
public record ResponseStart(ResponsesRequest order, String id, long created, ResponseState state) {}

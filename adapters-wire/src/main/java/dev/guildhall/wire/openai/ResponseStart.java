package dev.guildhall.wire.openai;

/**
 * What is known of an answer of {@code responses} when it begins.
 *
 * @param order the request
 * @param id its identifier, with a prefix that ends in an underscore
 * @param created when the request came, in seconds since 1970
 * @param state the state of the server that the request uses
 * @param firstEvent the number of its first event, 0 or more; its items are numbered from there too
 */
public record ResponseStart(ResponsesRequest order, String id, long created, ResponseState state, int firstEvent) {
    /** The number in the identifier of an item: no other attempt at the answer has it. */
    int number(int index) {
        return firstEvent + index;
    }
}

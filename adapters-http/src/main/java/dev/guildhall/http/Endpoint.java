package dev.guildhall.http;

@FunctionalInterface
public interface Endpoint {
    /** Sends the response, or throws a {@code Refusal}, which the service's error form turns into a response. */
    void handle(Exchange exchange);
}

package dev.guildhall.http;

/** Answers the requests to one route. */
@FunctionalInterface
public interface Endpoint {
    /** Answers, or throws a {@code Refusal}, which the service's error form answers. */
    void handle(Exchange exchange);
}

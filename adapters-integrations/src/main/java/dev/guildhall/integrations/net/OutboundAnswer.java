package dev.guildhall.integrations.net;

import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Response;

/**
 * A response whose body has not been read yet.
 *
 * @param flight the call
 * @param deadline its deadline
 * @param url the address that sent it
 * @param response the unchecked response
 * @param headers its checked headers
 * @param retryAfter the wait that the server asks for
 */
record OutboundAnswer(
        OutboundCall flight,
        Deadline deadline,
        HttpUrl url,
        Response response,
        Headers headers,
        Optional<Duration> retryAfter)
        implements AutoCloseable {
    private static final String CONTENT_ENCODING = "Content-Encoding";

    /**
     * Checks the headers.
     *
     * @throws OutboundFailure when a header is malformed or the headers are too large
     */
    static OutboundAnswer of(
            Response response, HttpUrl url, OutboundCall flight, Deadline deadline, InstantSource clock) {
        Headers headers = KeptRetryAfter.restored(response.headers());
        if (headers.byteCount() > OutboundLimits.ANSWER_HEADER_BYTES) {
            throw ConnectionFaults.invalid("the response's headers are too large");
        }
        for (int i = 0; i < headers.size(); i++) {
            if (headers.name(i).isBlank() || headers.value(i).chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw ConnectionFaults.invalid("the response's headers are malformed");
            }
        }
        Optional<Duration> retryAfter = Optional.ofNullable(headers.get(KeptRetryAfter.NAME))
                .flatMap(value -> RetryAfter.read(value, clock.instant()));
        return new OutboundAnswer(flight, deadline, url, response, headers, retryAfter);
    }

    int status() {
        return response.code();
    }

    /**
     * The body as a stream.
     *
     * @throws OutboundFailure when it has a content coding that the request did not offer
     */
    InputStream body(int maxBytes) {
        Optional.ofNullable(headers.get(CONTENT_ENCODING))
                .filter(encoding -> !encoding.isBlank() && !encoding.strip().equalsIgnoreCase("identity"))
                .ifPresent(_ -> {
                    throw ConnectionFaults.invalid("the response has a content coding that was not requested");
                });
        return new BoundedBody(response.body().byteStream(), maxBytes, flight, deadline);
    }

    /** Discards the rest of the body, and closes the connection unless the body was read to its end. */
    @Override
    public void close() {
        flight.cancel();
        response.close();
    }
}

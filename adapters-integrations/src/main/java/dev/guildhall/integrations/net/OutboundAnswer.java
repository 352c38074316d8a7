package dev.guildhall.integrations.net;

import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Response;

/**
 * An answer whose body is still to come.
 *
 * @param flight what brought it
 * @param deadline when it must be over
 * @param url where it came from
 * @param response as it came
 * @param headers of it, all of them checked
 * @param retryAfter as the server asked
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
     * @throws OutboundFailure when one of them is malformed or they are too large
     */
    static OutboundAnswer of(
            Response response, HttpUrl url, OutboundCall flight, Deadline deadline, InstantSource clock) {
        Headers headers = KeptRetryAfter.restored(response.headers());
        if (headers.byteCount() > OutboundLimits.ANSWER_HEADER_BYTES) {
            throw ConnectionFaults.invalid("the answer's headers are too large");
        }
        for (int i = 0; i < headers.size(); i++) {
            if (headers.name(i).isBlank() || headers.value(i).chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw ConnectionFaults.invalid("the answer's headers are malformed");
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
     * @throws OutboundFailure when it is compressed in a way that was not asked for
     */
    InputStream body(int maxBytes) {
        Optional.ofNullable(headers.get(CONTENT_ENCODING))
                .filter(encoding -> !encoding.isBlank() && !encoding.strip().equalsIgnoreCase("identity"))
                .ifPresent(_ -> {
                    throw ConnectionFaults.invalid("the answer is compressed in a way that was not asked for");
                });
        return new BoundedBody(response.body().byteStream(), maxBytes, flight, deadline);
    }

    /** Drops what is left of it, with the connection unless all was read. */
    @Override
    public void close() {
        flight.cancel();
        response.close();
    }
}

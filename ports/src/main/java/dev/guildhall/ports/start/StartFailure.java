package dev.guildhall.ports.start;

/**
 * Why work was not started.
 *
 * @param code for programs, for example {@code QUEUE_FULL}
 * @param message for people, without secrets
 */
public record StartFailure(String code, String message) {}

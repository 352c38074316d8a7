package dev.guildhall.app.config;

/**
 * A key with its value.
 *
 * @param key which
 * @param value as it was written
 * @param origin who set it: {@code default}, {@code environment} or the name of the file
 */
record Setting(Key key, String value, String origin) {}

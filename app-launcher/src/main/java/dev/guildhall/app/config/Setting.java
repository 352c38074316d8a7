package dev.guildhall.app.config;

/**
 * A key with its value.
 *
 * @param key the key
 * @param value as written
 * @param origin the source of the value: {@code default}, {@code environment} or the name of the file
 */
record Setting(SettingKey<?> key, String value, String origin) {}

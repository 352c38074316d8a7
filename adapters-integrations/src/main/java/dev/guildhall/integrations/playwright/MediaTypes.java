package dev.guildhall.integrations.playwright;

import java.util.Locale;
import java.util.Map;

/** The media types of the files of Playwright's HTML report. */
final class MediaTypes {
    private static final Map<String, String> BY_ENDING = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("jpg", "image/jpeg"),
            Map.entry("ttf", "font/ttf"),
            Map.entry("md", "text/markdown; charset=utf-8"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("webm", "video/webm"),
            Map.entry("zip", "application/zip"));

    private MediaTypes() {}

    static String of(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return BY_ENDING.getOrDefault(ending, "application/octet-stream");
    }
}

package dev.guildhall.http.run;

import dev.guildhall.http.ContentResponse;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.Sha256;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Responds with a screenshot or a file of a run, in parts where the client asks for a range. Files that a test made are
 * never served with the origin of this server: their scripts could act as the user who views them.
 */
final class FileResponse {
    private static final ErrorForm ERRORS = new RunErrors();
    private static final String OTHER = "application/octet-stream";
    private static final Pattern MEDIA_TYPE =
            Pattern.compile("[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}");

    /** The types that a browser displays without running scripts. */
    private static final Set<String> SHOWN =
            Set.of("image/png", "image/jpeg", "image/webp", "image/gif", "video/webm", "video/mp4", "text/plain");

    private static final String INERT =
            "sandbox; default-src 'none'; img-src 'self'; media-src 'self';" + " style-src 'unsafe-inline'";

    /** Scripts of the report can load only the files beside them. */
    private static final String REPORT = "default-src 'none';"
            + " script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline';"
            + " img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:;"
            + " connect-src 'self' data: blob:; worker-src 'self' blob:; frame-src 'self' data: blob:;"
            + " form-action 'none'; base-uri 'none'";

    /** Gives the scripts of attachments no origin. */
    private static final String SANDBOX = "sandbox allow-scripts allow-popups allow-downloads; ";

    /** The report's folder for the attachments of tests. */
    private static final String ATTACHED = "report/data/";

    static final String REPORT_PAGE = "report/index.html";

    /** The file types of Playwright's report; a test cannot choose the types of these files. */
    private static final Map<String, String> REPORT_TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("htm", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("jpg", "image/jpeg"),
            Map.entry("jpeg", "image/jpeg"),
            Map.entry("webp", "image/webp"),
            Map.entry("gif", "image/gif"),
            Map.entry("webm", "video/webm"),
            Map.entry("mp4", "video/mp4"),
            Map.entry("ttf", "font/ttf"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("zip", "application/zip"),
            Map.entry("md", "text/plain; charset=utf-8"),
            Map.entry("txt", "text/plain; charset=utf-8"));

    private static final int MAGIC_BYTES = 12;

    private FileResponse() {}

    /** A screenshot, whose type is determined from its first bytes. */
    static void image(Exchange exchange, Sha256 digest, Content content) {
        try (InputStream in = new BufferedInputStream(content.stream())) {
            in.mark(MAGIC_BYTES);
            String type = typeOf(in.readNBytes(MAGIC_BYTES));
            in.reset();
            exchange.header("Content-Security-Policy", INERT);
            exchange.storeInBrowser();
            if (type.equals(OTHER)) {
                exchange.header("Content-Disposition", "attachment; filename=\"" + digest.value() + "\"");
            }
            ContentResponse.send(
                    exchange, ERRORS, new ContentResponse.Entity(type, digest), new Content(content.size(), in));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String typeOf(byte[] start) {
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (text.startsWith("\u0089PNG\r\n\u001a\n")) {
            return "image/png";
        }
        if (text.startsWith("\u00ff\u00d8\u00ff")) {
            return "image/jpeg";
        }
        return text.startsWith("RIFF") && text.startsWith("WEBP", 8) ? "image/webp" : OTHER;
    }

    /**
     * A file of a run. A file of a run that still goes on may change.
     *
     * @param hasOwnOrigin whether the request names the host that serves only such files: a report is shown there alone,
     *     and its trace viewer needs an origin for its service worker
     */
    static void artifact(Exchange exchange, Artifact artifact, Content content, boolean hasOwnOrigin) {
        try (InputStream in = content.stream()) {
            boolean report = artifact.kind() == Artifact.Kind.REPORT;
            String declared = withoutParameters(artifact.contentType());
            String type = report ? reportType(artifact.name()) : plainType(declared);
            exchange.header("Content-Security-Policy", policy(artifact, hasOwnOrigin));
            boolean isShown = report && hasOwnOrigin;
            if (!isShown && !SHOWN.contains(withoutParameters(type))) {
                exchange.header("Content-Disposition", "attachment; filename=\"" + fileName(artifact.name()) + "\"");
            }
            ContentResponse.send(
                    exchange,
                    ERRORS,
                    new ContentResponse.Entity(type, artifact.content()),
                    new Content(content.size(), in));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String policy(Artifact artifact, boolean hasOwnOrigin) {
        if (artifact.kind() != Artifact.Kind.REPORT || !hasOwnOrigin) {
            return INERT;
        }
        return artifact.name().startsWith(ATTACHED) ? SANDBOX + REPORT : REPORT;
    }

    private static String reportType(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        return REPORT_TYPES.getOrDefault(ending, OTHER);
    }

    private static String withoutParameters(String mediaType) {
        int end = mediaType.indexOf(';');
        return (end < 0 ? mediaType : mediaType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    private static String plainType(String declared) {
        if (declared.equals("text/plain")) {
            return "text/plain; charset=utf-8";
        }
        return MEDIA_TYPE.matcher(declared).matches() ? declared : OTHER;
    }

    /** The last segment of a name, without characters that have a meaning in a header. */
    private static String fileName(String name) {
        String last = name.substring(name.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9 ._()-]", "_");
        return last.isBlank() ? "file" : last;
    }
}

package dev.guildhall.http.pages;

import dev.guildhall.http.ClassPath;
import dev.guildhall.http.StaticFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The files that the pages load: their own, those of libraries, and the icons. */
final class Assets {
    private static final List<PageLibrary> LIBRARIES = List.of(
            PageLibrary.npm("lit", "3.3.3"),
            PageLibrary.npm("lit-html", "3.3.3"),
            PageLibrary.npm("lit-element", "4.2.2"),
            PageLibrary.npm("reactive-element", "2.1.2"),
            PageLibrary.npm("marked", "17.0.5"),
            PageLibrary.npm("dompurify", "3.4.15"),
            PageLibrary.npm("highlight.js", "11.11.1"),
            PageLibrary.npm("inter", "5.2.5"),
            PageLibrary.webJar("chart.js", "4.5.1"),
            PageLibrary.webJar("katex", "0.18.11"));

    private static final PageLibrary ICON_FILES = PageLibrary.webJar("lucide-static", "0.468.0");

    private static final Map<String, PageLibrary> BY_NAME =
            LIBRARIES.stream().collect(Collectors.toMap(PageLibrary::name, Function.identity()));
    private static final Pattern OWN = Pattern.compile("[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)*\\.(js|css|svg|png)");
    private static final String LIBRARY = "lib/";
    private static final String ICONS = "icons.svg";
    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "woff2", "font/woff2");
    private static final int MOST = 1000;

    private final Map<String, StaticFile> known = new ConcurrentHashMap<>();

    Optional<StaticFile> find(String path) {
        Optional<StaticFile> found = Optional.ofNullable(known.get(path));
        return found.isPresent() ? found : read(path);
    }

    private Optional<StaticFile> read(String path) {
        Optional<StaticFile> read = Optional.ofNullable(TYPES.get(path.substring(path.lastIndexOf('.') + 1)))
                .flatMap(type -> bytes(path).map(bytes -> StaticFile.of(type, bytes)));
        if (known.size() < MOST) {
            read.ifPresent(file -> known.put(path, file));
        }
        return read;
    }

    private static Optional<byte[]> bytes(String path) {
        if (path.equals(ICONS)) {
            return Optional.of(Icons.sprite(ICON_FILES));
        }
        if (!path.startsWith(LIBRARY)) {
            return OWN.matcher(path).matches() ? ClassPath.find("/web/" + path) : Optional.empty();
        }
        String inLibrary = path.substring(LIBRARY.length());
        int slash = inLibrary.indexOf('/');
        return slash < 0
                ? Optional.empty()
                : Optional.ofNullable(BY_NAME.get(inLibrary.substring(0, slash)))
                        .flatMap(library -> library.file(inLibrary.substring(slash + 1)));
    }
}

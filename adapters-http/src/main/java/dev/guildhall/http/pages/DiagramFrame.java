package dev.guildhall.http.pages;

import dev.guildhall.http.ClassPath;
import dev.guildhall.http.StaticFile;
import dev.guildhall.ports.run.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The frame in which the library Mermaid draws a diagram that a model wrote. Its document contains its scripts, and its
 * policy gives it an origin of its own and no address that it may load: what a diagram says reaches neither the pages
 * nor a network. It is built when a client first asks for it.
 */
final class DiagramFrame {
    private static final PageLibrary MERMAID = PageLibrary.webJar("mermaid", "11.14.0");

    /**
     * @param file the document
     * @param policy its content security policy
     */
    record Page(StaticFile file, String policy) {}

    private Optional<Page> built = Optional.empty();

    synchronized Page page() {
        Page page = built.orElseGet(DiagramFrame::build);
        built = Optional.of(page);
        return page;
    }

    private static Page build() {
        List<String> scripts = List.of(library(), ClassPath.text("/web/diagram.js"));
        String document = ClassPath.text("/web/diagram.html")
                .replace(
                        "{{scripts}}",
                        scripts.stream().map(DiagramFrame::element).collect(Collectors.joining("\n")));
        String hashes = scripts.stream().map(DiagramFrame::hash).collect(Collectors.joining(" "));
        String policy = "sandbox allow-scripts; default-src 'none'; script-src " + hashes
                + "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'self'";
        return new Page(StaticFile.of("text/html; charset=utf-8", document.getBytes(StandardCharsets.UTF_8)), policy);
    }

    private static String library() {
        byte[] script = MERMAID.file("dist/mermaid.min.js")
                .orElseThrow(() -> new IllegalStateException("there is no library Mermaid"));
        return new String(script, StandardCharsets.UTF_8);
    }

    private static String element(String script) {
        if (script.contains("</script") || script.contains("<script")) {
            throw new IllegalStateException("a script of the diagrams' frame would end its element");
        }
        return "<script>" + script + "</script>";
    }

    private static String hash(String script) {
        byte[] digest = HexFormat.of().parseHex(Sha256.of(script).value());
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }
}

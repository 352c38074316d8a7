package dev.guildhall.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Locale;
import java.util.stream.Stream;

/** The layers: one package below the root for each, and the packages that its classes may depend on. */
enum Layer {
    PORTS,
    CORE,
    WIRE,
    PERSISTENCE,
    LLM,
    HTTP,
    INTEGRATIONS,
    APP;

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The pattern of the layer's packages. */
    String packages(String root) {
        return root + "." + title() + "..";
    }

    DescribedPredicate<JavaClass> classes(String root) {
        return resideInAPackage(packages(root));
    }

    /**
     * The patterns of all packages that a class of this layer may depend on: its own, other layers, the JDK, libraries.
     */
    String[] mayKnow(String root) {
        Stream<String> layers = Stream.concat(Stream.of(this), layers()).map(layer -> layer.packages(root));
        return Stream.of(layers, jdk(), libraries())
                .flatMap(patterns -> patterns)
                .toArray(String[]::new);
    }

    private Stream<Layer> layers() {
        return switch (this) {
            case PORTS -> Stream.of();
            case CORE, WIRE, PERSISTENCE -> Stream.of(PORTS);
            case LLM, HTTP, INTEGRATIONS -> Stream.of(PORTS, WIRE);
            case APP -> Stream.of(values());
        };
    }

    private static Stream<String> jdk() {
        return Stream.of(
                "java..",
                "com.sun.management..",
                "com.sun.net.httpserver..",
                "javax.crypto..",
                "javax.imageio..",
                "javax.net..",
                "javax.security..",
                "javax.sql..",
                "javax.xml..");
    }

    private Stream<String> libraries() {
        return switch (this) {
            case PORTS, CORE -> Stream.of("org.jspecify..");
            case PERSISTENCE ->
                Stream.of(
                        "org.jdbi..",
                        "com.zaxxer..",
                        "org.postgresql..",
                        "org.flywaydb..",
                        "org.apache.commons.compress..",
                        "org.tukaani.xz..",
                        "org.bouncycastle..",
                        "com.fasterxml.jackson..",
                        "org.jspecify..");
            case WIRE -> Stream.of("okhttp3..", "okio..", "kotlin..", "com.fasterxml.jackson..", "org.jspecify..");
            case LLM -> Stream.of("ai.onnxruntime..", "com.fasterxml.jackson..", "org.jspecify..");
            case HTTP ->
                Stream.of(
                        "io.javalin..",
                        "org.apache.commons.fileupload2..",
                        "org.eclipse.jetty..",
                        "jakarta.servlet..",
                        "com.fasterxml.jackson..",
                        "com.nimbusds..",
                        "org.conscrypt..",
                        "com.webauthn4j..",
                        "io.prometheus..",
                        "io.github.bucket4j..",
                        "io.nayuki.qrcodegen..",
                        "org.apache.commons.fileupload2..",
                        "org.jspecify..");
            case INTEGRATIONS ->
                Stream.of(
                        "okhttp3..",
                        "okio..",
                        "kotlin..",
                        "com.fasterxml.jackson..",
                        "org.yaml.snakeyaml..",
                        "com.networknt..",
                        "com.cronutils..",
                        "com.ezylang..",
                        "com.google.re2j..",
                        "jakarta.mail..",
                        "org.eclipse.angus.mail..",
                        "org.jsoup..",
                        "org.apache.pdfbox..",
                        "org.apache.fontbox..",
                        "io.opentelemetry..",
                        "com.nimbusds..",
                        "org.jspecify..");
            case APP -> Stream.of("org.slf4j..", "ch.qos.logback..", "org.jspecify..");
        };
    }
}

package dev.guildhall.http.run;

import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The addresses of pictures and files.
 *
 * @param base what stands before {@code /images} and {@code /artifacts}
 */
record FileAddresses(String base) {
    /** Those of a run, for clients that send an access token. */
    static FileAddresses of(String service, RunId run) {
        return new FileAddresses(service + "/runs/" + run.value());
    }

    /** Those of a run, for everyone who has the signature. */
    static FileAddresses signed(String service, RunId run, String token) {
        return new FileAddresses(service + "/runs/" + run.value() + "/signed/" + token);
    }

    /** Those of the baselines of a suite. */
    static FileAddresses of(String service, SuiteName suite) {
        return new FileAddresses(service + "/suites/" + suite.value());
    }

    String image(Sha256 content) {
        return base + "/images/" + content.value();
    }

    String artifact(String name) {
        return base + "/artifacts/"
                + Stream.of(name.split("/", -1)).map(FileAddresses::encoded).collect(Collectors.joining("/"));
    }

    /** As forms are encoded, but for the blank. */
    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

package dev.guildhall.http.run;

import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The addresses of screenshots and files.
 *
 * @param base the prefix before {@code /images} and {@code /artifacts}
 */
record FileAddresses(String base) {
    /** The addresses for clients that send an access token. */
    static FileAddresses of(String service, RunId run) {
        return new FileAddresses(service + "/runs/" + run.value());
    }

    /** The addresses for any client that has the signature. */
    static FileAddresses signed(String service, RunId run, String token) {
        return new FileAddresses(service + "/runs/" + run.value() + "/signed/" + token);
    }

    /** The addresses of the baselines of a suite. */
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

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

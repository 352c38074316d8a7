package dev.guildhall.wire.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * With what AWS signs requests.
 *
 * @param sessionToken of temporary credentials; absent for others
 */
public record AwsCredentials(String accessKeyId, String secretAccessKey, Optional<String> sessionToken) {
    /**
     * Checks the characters; no message of an exception contains them.
     *
     * @throws IllegalArgumentException when a value has characters that no header may have
     */
    public AwsCredentials {
        if (!Stream.concat(Stream.of(accessKeyId, secretAccessKey), sessionToken.stream())
                .allMatch(value -> value.matches("[\\x21-\\x7e]+"))) {
            throw new IllegalArgumentException("AWS credentials must be visible ASCII characters");
        }
    }

    /** The secret values. */
    public List<String> secrets() {
        return Stream.concat(Stream.of(secretAccessKey), sessionToken.stream()).toList();
    }

    @Override
    public String toString() {
        return "AwsCredentials[" + accessKeyId + "]";
    }
}

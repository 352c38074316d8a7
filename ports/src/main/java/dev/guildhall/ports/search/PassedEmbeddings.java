package dev.guildhall.ports.search;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * A provider's answer to a request that was passed on unchanged.
 *
 * @param answer a JSON object in UTF-8, read only
 * @param tokens the tokens of the request; absent when the provider did not count them
 */
public record PassedEmbeddings(ByteBuffer answer, OptionalLong tokens) {
    public PassedEmbeddings {
        answer = answer.asReadOnlyBuffer();
    }
}

package dev.guildhall.ports.problem;

import java.util.Optional;

/**
 * What a language model's provider says of its error, for programs: the members of the same names of its error object. Each
 * has 1 to 100 letters, digits and {@code _.-[]}, and is absent when the provider sends none or another text.
 *
 * @param type for example {@code insufficient_quota} or {@code overloaded_error}
 * @param code for example {@code context_length_exceeded}
 * @param param the field of the request, for example {@code messages}
 */
public record ProviderFault(Optional<String> type, Optional<String> code, Optional<String> param) {
    /** A provider that says nothing. */
    public static final ProviderFault NONE = new ProviderFault(Optional.empty(), Optional.empty(), Optional.empty());
}

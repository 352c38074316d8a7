package dev.guildhall.http.token;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claim of another issuer's tokens that gives the role {@code admin}.
 *
 * @param path the claim: its name, or the names from an outer claim to an inner one, separated by full stops
 * @param value the claim must be this string, or an array that contains it; absent means that it must be {@code true}
 */
public record AdminClaim(String path, Optional<String> value) {
    public AdminClaim {
        if (path.isBlank() || value.filter(String::isEmpty).isPresent()) {
            throw new IllegalArgumentException("must be a claim, or claim=value");
        }
    }

    /** Reads {@code path=value}, or {@code path} alone. */
    public static AdminClaim parse(String text) {
        int separator = text.indexOf('=');
        return separator < 0
                ? new AdminClaim(text, Optional.empty())
                : new AdminClaim(text.substring(0, separator), Optional.of(text.substring(separator + 1)));
    }

    @Override
    public String toString() {
        return path + value.map(expected -> "=" + expected).orElse("");
    }

    /** Whether a token with these claims has it. */
    boolean isIn(Map<?, ?> claims) {
        return isIn(claims, path);
    }

    /** A name may itself contain full stops: it is preferred to a path of several names. */
    private boolean isIn(Map<?, ?> claims, String rest) {
        if (claims.containsKey(rest)) {
            return isExpected(claims.get(rest));
        }
        for (int end = rest.lastIndexOf('.'); end > 0; end = rest.lastIndexOf('.', end - 1)) {
            if (claims.get(rest.substring(0, end)) instanceof Map<?, ?> inner && isIn(inner, rest.substring(end + 1))) {
                return true;
            }
        }
        return false;
    }

    private boolean isExpected(@Nullable Object claim) {
        return value.map(expected -> switch (claim) {
                    case String one -> one.equals(expected);
                    case Collection<?> several -> several.contains(expected);
                    case Object[] several -> Arrays.asList(several).contains(expected);
                    case null, default -> false;
                })
                .orElse(Boolean.TRUE.equals(claim));
    }
}

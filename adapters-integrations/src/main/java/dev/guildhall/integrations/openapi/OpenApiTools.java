package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * The result of an import.
 *
 * @param about the document's own words
 * @param base the prefix of all paths; absent when neither the options nor the document name a usable one, which is the
 *     fault {@code baseUrl}
 * @param auth how users sign in
 * @param actions the tools, with unique names
 * @param leftOut the operations that cannot become tools, with the reasons
 * @param warnings what the tools lack, by operation, or by {@code auth} for the sign-in
 * @param fault why the document cannot be used; absent when it can
 */
public record OpenApiTools(
        About about,
        Optional<HttpUrl> base,
        ApiAuth auth,
        List<HttpAction> actions,
        List<Violation> leftOut,
        List<Violation> warnings,
        Optional<Violation> fault) {
    /**
     * What a document says about its API.
     *
     * @param title at most 100 characters; empty when it has none
     * @param description at most 2000 characters; empty when it has none
     */
    public record About(String title, String description) {}

    public OpenApiTools {
        actions = List.copyOf(actions);
        leftOut = List.copyOf(leftOut);
        warnings = List.copyOf(warnings);
    }

    static OpenApiTools broken(String field, String message) {
        return new OpenApiTools(
                new About("", ""),
                Optional.empty(),
                ApiAuth.NONE,
                List.of(),
                List.of(),
                List.of(),
                Optional.of(new Violation(field, message)));
    }
}

package dev.guildhall.llm.provider;

import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The name of a model in the path of an address, where a client's name must not lead to another path. */
final class ModelPath {
    private ModelPath() {}

    /**
     * The name whose slashes separate segments.
     *
     * @throws Refusal with {@code CompletionProblem.UnknownModel} when a segment is empty or leads upwards
     */
    static String encoded(String model) {
        String[] segments = model.split("/", -1);
        if (Arrays.stream(segments).anyMatch(segment -> segment.matches("\\.{0,2}"))) {
            throw new Refusal(new CompletionProblem.UnknownModel("model: \"" + model + "\" is no name of a model"));
        }
        return Arrays.stream(segments).map(ModelPath::segment).collect(Collectors.joining("/"));
    }

    /** The name as one segment. */
    static String segment(String model) {
        return URLEncoder.encode(model, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The fields of one body that the request to a model of another protocol does not contain. Confined to its body. */
final class Translation {
    private final List<String> untranslated = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    /** A field that changes the answer. */
    void cannotHave(String path) {
        untranslated.add(path);
    }

    /** The fields other than these only tune the answer. */
    void canOmitAllExcept(JsonBody body, Set<String> known) {
        leftOut.addAll(body.fieldsExcept(known));
    }

    /** Reads a field whose other values change the answer. */
    <T> RequestReader<T> only(T usual, RequestReader<T> reader) {
        return (node, path) -> {
            T value = reader.read(node, path);
            if (!value.equals(usual)) {
                cannotHave(path);
            }
            return value;
        };
    }

    /** Accepts a field of any type that changes the answer. */
    RequestReader<Boolean> never() {
        return (node, path) -> {
            cannotHave(path);
            return true;
        };
    }

    List<String> untranslated() {
        return untranslated;
    }

    List<String> leftOut() {
        return leftOut;
    }
}

package dev.guildhall.llm.ollama;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response to {@code GET /api/tags}. */
record TagsJson(@Nullable List<@Nullable TagJson> models) {
    /**
     * A model of the server.
     *
     * @param name with its tag, for example {@code llama3.2:latest}
     * @param model the same; servers before 2024 do not send it
     */
    record TagJson(@Nullable String name, @Nullable String model) {}
}

package dev.guildhall.llm.openai;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response to {@code GET /models}. */
record OpenAiModelsJson(@Nullable List<@Nullable ModelJson> data) {
    /** One model; few providers give it a name beside its id. */
    record ModelJson(@Nullable String id, @Nullable String name) {}
}

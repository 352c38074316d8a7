package dev.guildhall.llm.anthropic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of {@code GET /v1/models}.
 *
 * @param lastId the id after which the next page begins
 */
record AnthropicModelsJson(
        @Nullable List<@Nullable ModelJson> data,
        boolean hasMore,
        @Nullable String lastId) {
    /** One model. */
    record ModelJson(@Nullable String id, @Nullable String displayName) {}
}
